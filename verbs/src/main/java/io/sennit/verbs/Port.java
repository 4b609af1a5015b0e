// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * One end of paths: a NIC port, an address, or the host itself.
 *
 * @param index position in {@link Device#ports()}, stable while the device is open
 * @param name what a person calls it, such as {@code eth0/10.0.0.1} or {@code memory}
 */
public record Port(int index, String name) {}
