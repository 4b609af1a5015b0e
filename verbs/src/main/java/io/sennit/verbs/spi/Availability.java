// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.spi;

/**
 * Whether a provider can work on this machine.
 *
 * @param reason why not, as a sentence that says what to do; empty if available
 */
public record Availability(boolean available, String reason) {
  public static Availability yes() {
    return new Availability(true, "");
  }

  public static Availability no(String reason) {
    return new Availability(false, reason);
  }
}
