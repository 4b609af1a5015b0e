// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

/** Prints the trace hashes of some seeds: a process of its own, for comparing. */
final class HashPrinter {
  private HashPrinter() {}

  public static void main(String[] arguments) {
    for (String seed : arguments) {
      Outcome outcome = SwarmRun.of(Long.parseLong(seed));
      System.out.println(outcome.seed() + " " + outcome.hash() + " " + outcome.virtualNanos() + " "
          + outcome.packets());
    }
  }
}
