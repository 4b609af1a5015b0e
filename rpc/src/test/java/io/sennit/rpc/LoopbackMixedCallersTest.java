// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

final class LoopbackMixedCallersTest extends MixedCallersContract {
  @Override
  NativeFixture fixture() {
    return new LoopbackFixture();
  }
}
