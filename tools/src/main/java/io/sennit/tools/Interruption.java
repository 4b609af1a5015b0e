// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

/**
 * Whether this process is about to end because a signal said so. What fails then is no news: the
 * other process of a demo got the same Ctrl-C, and whoever pressed it knows. Safe from any thread.
 */
final class Interruption {
  private static volatile boolean begun;

  private Interruption() {}

  /** From now on an end is noticed. */
  static void watch() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> begun = true, "interruption"));
  }

  static boolean hasBegun() {
    return begun;
  }
}
