// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * One end of paths: a NIC port, an address, or the host itself.
 *
 * @param index position in {@link Device#ports()}, stable while the device is open
 * @param name what a person calls it, such as {@code eth0/10.0.0.1} or {@code memory}
 * @param near whether it hangs on the memory of the processors that this process runs on, as far as
 *     the machine tells; true if it does not
 */
public record Port(int index, String name, boolean near) {
  /** One of which nothing else is known. */
  public Port(int index, String name) {
    this(index, name, true);
  }
}
