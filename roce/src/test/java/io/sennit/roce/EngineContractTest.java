// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Device;
import io.sennit.verbs.tck.ProviderContract;

/** The engine keeps the whole contract of verbs, over a network in memory. */
final class EngineContractTest extends ProviderContract {
  private static final MemoryFabric FABRIC = new MemoryFabric();

  @Override
  protected Device device() {
    return new MemoryDevice(FABRIC);
  }
}
