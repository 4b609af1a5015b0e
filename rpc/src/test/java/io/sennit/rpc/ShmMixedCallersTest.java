// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

final class ShmMixedCallersTest extends MixedCallersContract {
  @Override
  NativeFixture fixture() {
    return SocketFixture.overShm();
  }
}
