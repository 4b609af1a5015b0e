// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

final class RoceUnaryCallTest extends UnaryCallContract {
  @Override
  NativeFixture fixture() {
    return SocketFixture.overRoce();
  }
}
