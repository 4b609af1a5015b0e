// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

final class RoceStreamCallTest extends StreamCallContract {
  @Override
  NativeFixture fixture() {
    return SocketFixture.overRoce();
  }
}
