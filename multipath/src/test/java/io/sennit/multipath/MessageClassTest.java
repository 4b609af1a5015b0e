// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackPair;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which of a strand's queue pairs a message takes, and in which class. */
final class MessageClassTest {
  private static final Path PATH = new Path(0, 0, 1);

  private final LoopbackFabric fabric = new LoopbackFabric(3);

  /** Braids of one strand, as classes say. */
  private List<Side> connected(TrafficClasses nears, TrafficClasses fars) {
    BraidConfig config = BraidPair.config();
    LoopbackPair ends = fabric.pair(new DomainConfig(64 << 20, 64));
    Side near = new Side(
        config.withClasses(nears), new BraidSession(77, 3, true), ends.near(), LeaseRules.SOUND);
    Side far = new Side(
        config.withClasses(fars), new BraidSession(77, 3, false), ends.far(), LeaseRules.SOUND);
    List<StrandOffer> offers = near.braid.offer(List.of(PATH));
    near.braid.connect(far.braid.offer(List.of(PATH)));
    far.braid.connect(offers);
    return List.of(near, far);
  }

  private static void exchange(List<Side> sides) {
    long nowNanos = 0;
    sides.getFirst().send("there");
    sides.getLast().send("back");
    for (int turn = 0; turn < 1_000; turn++) {
      nowNanos += Roads.MICRO;
      for (Side side : sides) {
        side.braid.poll(nowNanos);
      }
    }
    assertEquals(List.of("back"), sides.getFirst().messages);
    assertEquals(List.of("there"), sides.getLast().messages);
    for (Side side : sides) {
      assertEquals(List.of(), side.failures);
    }
  }

  private static Strand strand(Side side) {
    return Objects.requireNonNull(side.braid.engine().strands.path(0).strand);
  }

  @Test
  void messagesHaveAQueuePairOfTheirClassAndProbesThatOfTheChunks() {
    List<Side> sides = connected(TrafficClasses.STANDARD, TrafficClasses.STANDARD);
    Set<String> classes = new TreeSet<>();
    for (Side side : sides) {
      Strand strand = strand(side);
      assertTrue(strand.isApart());
      assertNotEquals(strand.probe.queuePair, strand.beside());
      classes.add("chunks " + side.domain.dscp(strand.queuePair));
      classes.add("probes " + side.domain.dscp(strand.probe.queuePair));
      classes.add("messages " + side.domain.dscp(strand.beside()));
    }
    assertEquals(Set.of("chunks 0", "probes 0", "messages 46"), classes);
    exchange(sides);
  }

  @Test
  void whoTellsNoClassesApartNeedsNoThirdQueuePair() {
    List<Side> sides = connected(TrafficClasses.NONE, TrafficClasses.NONE);
    for (Side side : sides) {
      assertEquals(2, side.domain.liveQueuePairs());
      assertEquals(strand(side).probe.queuePair, strand(side).beside());
    }
    exchange(sides);
  }

  @Test
  void peerWithoutAQueuePairForMessagesGetsThemBesideTheProbes() {
    List<Side> sides = connected(TrafficClasses.STANDARD, TrafficClasses.NONE);
    assertEquals(
        List.of(3, 2), sides.stream().map(side -> side.domain.liveQueuePairs()).toList());
    for (Side side : sides) {
      assertEquals(strand(side).probe.queuePair, strand(side).beside());
    }
    exchange(sides);
  }

  /** What overtakes the chunks cannot tell that they arrive. */
  @Test
  void answersInAnotherClassDoNotSpeakForTheChunks() {
    List<Side> sides = connected(TrafficClasses.STANDARD, TrafficClasses.STANDARD);
    exchange(sides);
    Strand strand = strand(sides.getFirst());
    long heardNanos = strand.heardNanos;
    long answeredNanos = strand.answeredPostNanos;
    sides.getFirst().send("there");
    sides.getFirst().braid.poll(1_002 * Roads.MICRO);
    sides.getLast().braid.poll(1_003 * Roads.MICRO);
    sides.getFirst().braid.poll(1_004 * Roads.MICRO);
    assertEquals(2, sides.getLast().messages.size());
    assertTrue(strand.answeredPostNanos > answeredNanos, "the peer is there");
    assertEquals(heardNanos, strand.heardNanos, "nothing of the chunks' class was heard");
  }

  @Test
  void codePointsThatThereAreNotAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new TrafficClasses(0, 64));
    assertThrows(IllegalArgumentException.class, () -> new TrafficClasses(-1, 0));
  }
}
