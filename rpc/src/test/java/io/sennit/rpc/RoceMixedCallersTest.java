// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

final class RoceMixedCallersTest extends MixedCallersContract {
  @Override
  NativeFixture fixture() {
    return SocketFixture.overRoce();
  }
}
