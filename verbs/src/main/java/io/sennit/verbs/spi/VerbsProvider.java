// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.spi;

import io.sennit.verbs.Device;
import java.util.List;
import java.util.Map;

/** One implementation of verbs. Found by {@link java.util.ServiceLoader}; safe from any thread. */
public interface VerbsProvider {
  /** Short and stable, such as {@code shm}; used in configuration and in the bootstrap. */
  String name();

  /** Who is offered first when several are available: higher first. */
  int preference();

  /** Whether it can work here and now; never throws, never crashes. */
  Availability availability();

  /** What can be said about it before it is opened; see {@link Settings}. */
  default List<ProviderOption> options() {
    return List.of();
  }

  /**
   * Refuses what {@link #open(Map)} would refuse whatever the machine is like. Opens nothing.
   *
   * @param given values of options by their name, over what system properties say
   * @throws IllegalArgumentException if an option is unknown or malformed; names it
   */
  default void check(Map<String, String> given) {
    Settings.of(this, given);
  }

  /**
   * Opens the provider for this process, as system properties say.
   *
   * @throws IllegalStateException with the reason if it is not available
   * @throws IllegalArgumentException if an option is malformed; names it
   */
  Device open();

  /**
   * Opens the provider for this process.
   *
   * @param given values of options by their name, over what system properties say
   * @throws IllegalStateException with the reason if it is not available
   * @throws IllegalArgumentException if an option is unknown or malformed; names it
   */
  default Device open(Map<String, String> given) {
    check(given);
    return open();
  }
}
