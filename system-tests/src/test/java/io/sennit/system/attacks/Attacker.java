// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import java.time.Duration;

/** A process that attacks the {@link Victim} once; says at its end what it did. */
final class Attacker {
  private Attacker() {}

  /**
   * Takes the attack's name, the server's address and two ports, options of targets, and
   * milliseconds.
   */
  public static void main(String[] args) throws Exception {
    Assault.Targets targets =
        new Assault.Targets(args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]), args[4]);
    Until end = Until.in(Duration.ofMillis(Long.parseLong(args[5])));
    System.out.println("did " + Attack.named(args[0]).assault().run(targets, end));
  }
}
