// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.spi;

import io.sennit.roce.LocalPort;
import java.util.List;

/**
 * A kind of {@link PacketDevice}; found by {@link java.util.ServiceLoader}, safe from any thread.
 *
 * <p>It is switched on by its name in {@code -Dsennit.roce.devices}, or by an option of its own:
 * {@code -Dsennit.roce.<name>=<specification>}.
 */
public interface PacketDeviceProvider {
  /** Short and stable: lower-case letters. */
  String name();

  /** What its specification says, as a sentence for people. */
  String meaning();

  /**
   * Looks at a specification before anything is opened.
   *
   * @throws IllegalArgumentException that ends the sentence "it …", such as "must name a file"
   */
  void check(String specification);

  /**
   * Makes a device for one event loop.
   *
   * @param specification what was configured, checked; empty if the device was only named
   * @param ports the loop's ports, in the order of their indexes; the loop's thread may add further
   *     ones at the end
   * @throws IllegalStateException in a sentence if it cannot be made
   */
  PacketDevice open(String specification, List<LocalPort> ports);
}
