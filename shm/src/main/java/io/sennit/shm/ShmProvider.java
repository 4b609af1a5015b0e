// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.shm.os.Probe;
import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.Optional;

/** Verbs over shared memory; preferred to everything else where both processes are on one host. */
public final class ShmProvider implements VerbsProvider {
  private static final int PREFERENCE = 100;

  /** For {@link java.util.ServiceLoader}. */
  public ShmProvider() {}

  @Override
  public String name() {
    return "shm";
  }

  @Override
  public int preference() {
    return PREFERENCE;
  }

  @Override
  public Availability availability() {
    Optional<String> obstacle = Probe.obstacle();
    return obstacle.isEmpty() ? Availability.yes() : Availability.no(obstacle.get());
  }

  @Override
  public Device open() {
    Availability availability = availability();
    if (!availability.available()) {
      throw new IllegalStateException(availability.reason());
    }
    return new ShmDevice(Clock.system(), Randomness.secure(), ShmConfig.STANDARD);
  }
}
