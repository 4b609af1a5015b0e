// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

/**
 * A module of Java that Sennit uses where it is there, and does without where it is not, as in a
 * small image of {@code jlink}. Who uses one names its types only in classes that are not loaded
 * without it.
 */
public enum OptionalModule {
  FLIGHT_RECORDER("jdk.jfr"),
  MANAGEMENT("java.management");

  private final boolean present;

  OptionalModule(String name) {
    present = ModuleLayer.boot().findModule(name).isPresent();
  }

  /** Whether this JVM has it. */
  public boolean isPresent() {
    return present;
  }
}
