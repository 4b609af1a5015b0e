// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import io.sennit.verbs.Device;
import io.sennit.verbs.tck.loopback.LoopbackDevice;
import io.sennit.verbs.tck.loopback.LoopbackFabric;

/** The reference provider keeps the whole contract. */
final class LoopbackContractTest extends ProviderContract {
  private static final LoopbackFabric FABRIC = new LoopbackFabric(1);

  @Override
  protected Device device() {
    return new LoopbackDevice(FABRIC);
  }
}
