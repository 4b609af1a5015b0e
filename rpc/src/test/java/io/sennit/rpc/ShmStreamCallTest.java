// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

final class ShmStreamCallTest extends StreamCallContract {
  @Override
  NativeFixture fixture() {
    return SocketFixture.overShm();
  }
}
