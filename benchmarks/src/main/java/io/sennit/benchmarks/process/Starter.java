// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.process;

/**
 * The process that has started this one, as {@link ChildProcess} does, and reads what it prints.
 */
public final class Starter {
  private Starter() {}

  /**
   * What this process shall end with after its work: 0, or 1 if the starter has not got all that
   * was printed. It has ended then, and whoever ended it needs no sentence about that, as any other
   * command would print for a success that nobody got.
   */
  public static int exitStatus() {
    return System.out.checkError() ? 1 : 0;
  }
}
