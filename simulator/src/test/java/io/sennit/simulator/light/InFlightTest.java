// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packets under way, beside a plain list of them. */
final class InFlightTest {
  private static final int LABELS = 3;

  private final InFlight inFlight = new InFlight(LABELS);
  private final List<Packet> expected = new ArrayList<>();
  private final int[] turns = new int[LABELS];

  private record Packet(long number, int label, int turn, long sentNanos) {}

  private void add(long number, int label) {
    Packet packet = new Packet(number, label, turns[label]++, 10 * number);
    assertEquals(packet.turn, inFlight.add(number, label, packet.sentNanos));
    expected.add(packet);
    check();
  }

  private void remove(Packet packet) {
    assertEquals(packet.label, inFlight.remove(packet.number));
    assertFalse(inFlight.has(packet.number), packet::toString);
    expected.remove(packet);
    check();
  }

  private void check() {
    assertEquals(expected.size(), inFlight.count());
    assertEquals(expected.isEmpty() ? -1 : expected.getFirst().number, inFlight.oldest());
    for (Packet packet : expected) {
      assertTrue(inFlight.left(packet.number, packet.label, packet.turn), packet::toString);
      assertFalse(inFlight.left(packet.number, packet.label, packet.turn + 1), packet::toString);
      assertEquals(packet.sentNanos, inFlight.sentNanos(packet.number));
    }
    for (int label = 0; label < LABELS; label++) {
      assertEquals(overtaken(label), inFlight.overtaken(label, turns[label]), "label " + label);
    }
  }

  private long overtaken(int label) {
    for (Packet packet : expected) {
      if (packet.label == label) {
        return turns[label] - packet.turn >= 3 ? packet.number : -1;
      }
    }
    return -1;
  }

  @Test
  void orderOutlivesGrowth() {
    Randomness random = Randomness.seeded(3);
    for (long number = 0; number < 600; number++) {
      add(number, random.nextInt(LABELS));
      if (random.nextInt(3) == 0) {
        remove(expected.get(random.nextInt(expected.size())));
      }
    }
    while (!expected.isEmpty()) {
      remove(expected.getLast());
    }
  }

  @Test
  void packetThatIsSentAgainGoesBehindTheOthers() {
    add(0, 0);
    add(1, 0);
    add(2, 1);
    remove(expected.getFirst());
    add(0, 1);
    assertEquals(1, inFlight.oldest());
    remove(expected.getFirst());
    remove(expected.getFirst());
    assertEquals(0, inFlight.oldest());
  }
}
