// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

final class ShmUnaryCallTest extends UnaryCallContract {
  @Override
  NativeFixture fixture() {
    return SocketFixture.overShm();
  }
}
