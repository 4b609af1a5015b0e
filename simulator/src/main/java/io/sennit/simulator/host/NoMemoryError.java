// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

/**
 * An {@link OutOfMemoryError} that {@link DeviceFaults} or a test has made, and that is nobody's
 * bug.
 */
public final class NoMemoryError extends OutOfMemoryError {
  private static final long serialVersionUID = 1;

  /** One that says so. */
  public NoMemoryError() {
    super("the simulated heap is full");
  }
}
