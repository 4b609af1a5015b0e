// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.function.Supplier;

/** A provider that everybody prefers, and whose opening is a story of its own. */
final class OpeningProvider implements VerbsProvider {
  private final Supplier<Device> opening;

  OpeningProvider(Supplier<Device> opening) {
    this.opening = opening;
  }

  @Override
  public String name() {
    return "opening";
  }

  @Override
  public int preference() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Availability availability() {
    return Availability.yes();
  }

  @Override
  public Device open() {
    return opening.get();
  }
}
