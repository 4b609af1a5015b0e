// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

/** The only source of time for all rooms; only this room reads the machine's clock. */
public interface Clock {
  /** Monotonic nanoseconds from an arbitrary origin; compare by subtraction. */
  long nanoTime();

  /** The machine's monotonic clock. */
  static Clock system() {
    return System::nanoTime;
  }
}
