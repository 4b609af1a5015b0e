// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.VerbsProvider;

/** The only provider of a simulated process. */
record HostProvider(Host host, Randomness random, Nics nics) implements VerbsProvider {
  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public int preference() {
    return 1;
  }

  @Override
  public Availability availability() {
    return Availability.yes();
  }

  @Override
  public Device open() {
    return new HostDevice(host, random, nics);
  }
}
