// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.spi;

import io.sennit.verbs.Device;

/** One implementation of verbs. Found by {@link java.util.ServiceLoader}; safe from any thread. */
public interface VerbsProvider {
  /** Short and stable, such as {@code shm}; used in configuration and in the bootstrap. */
  String name();

  /** Who is offered first when several are available: higher first. */
  int preference();

  /** Whether it can work here and now; never throws, never crashes. */
  Availability availability();

  /**
   * Opens the provider for this process.
   *
   * @throws IllegalStateException with the reason if it is not available
   */
  Device open();
}
