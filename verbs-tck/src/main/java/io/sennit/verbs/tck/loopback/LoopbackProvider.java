// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.VerbsProvider;

/** The provider face of a {@link LoopbackFabric}, for those who look for providers. Thread-safe. */
public final class LoopbackProvider implements VerbsProvider {
  private final LoopbackFabric fabric;

  /** @param fabric all devices that this provider opens are joined by it */
  public LoopbackProvider(LoopbackFabric fabric) {
    this.fabric = fabric;
  }

  @Override
  public String name() {
    return "loopback";
  }

  @Override
  public int preference() {
    return 0;
  }

  @Override
  public Availability availability() {
    return Availability.yes();
  }

  @Override
  public Device open() {
    return new LoopbackDevice(fabric);
  }
}
