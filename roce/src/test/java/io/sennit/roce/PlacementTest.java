// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.EngineCounters.Kind.UNEXPECTED_RESPONSE;
import static io.sennit.roce.wire.PacketOpcode.ATOMIC_WRITE;
import static io.sennit.roce.wire.PacketOpcode.FLUSH;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Packet;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Feature;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** ATOMIC WRITE and FLUSH on the wire: who may ask for them, how they are answered, and once. */
final class PlacementTest {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private static long word(Side side) {
    return side.memory.segment().get(ValueLayout.JAVA_LONG, 0);
  }

  private static void word(Side side, long at, long value) {
    side.memory.segment().set(ValueLayout.JAVA_LONG, at, value);
  }

  /** A request of the victim's that is under way. */
  private static Victim waiting(Opcode opcode) {
    Victim victim = new Victim();
    WorkRequest request = victim.side.request(opcode, 1, 0, 8, victim.side);
    victim.side.post(opcode == Opcode.FLUSH ? flush(request, victim.side) : request);
    List<Packet> sent = victim.sent();
    assertEquals(1, sent.size(), "packets");
    PacketOpcode expected = opcode == Opcode.FLUSH ? FLUSH : ATOMIC_WRITE;
    assertEquals(expected, sent.getFirst().opcode());
    assertEquals(victim.key(), sent.getFirst().remoteKey());
    assertEquals(8, sent.getFirst().length());
    return victim;
  }

  private static WorkRequest flush(WorkRequest request, Side peer) {
    return request
        .reset(Opcode.FLUSH, 1)
        .remote(peer.memory.address(), peer.memory.remoteKey())
        .flush(PlacementType.GLOBAL_VISIBILITY, 8);
  }

  @Test
  void requestsAreAnsweredAsAReadOfNothing() {
    for (PacketOpcode opcode : List.of(ATOMIC_WRITE, FLUSH)) {
      Victim victim = new Victim();
      List<Forgery> legal = LegalPackets.of(victim, opcode);
      legal.forEach(victim::take);
      Packet answer = victim.sent().getFirst();
      assertEquals(PacketOpcode.READ_RESPONSE_ONLY, answer.opcode(), opcode.name());
      assertEquals(Victim.FIRST_PSN, answer.psn(), opcode.name());
      assertEquals("0 1f", answer.payloadBytes() + " " + Integer.toHexString(answer.syndrome()));
      victim.take(victim.request(PacketOpcode.WRITE_ONLY, 1, 0).reth(0, 0, 0));
      assertEquals("1 1f;", victim.answers(), "the next request");
    }
  }

  @Test
  void onlyAReadResponseOfNothingIsTheAnswer() {
    for (Opcode opcode : List.of(Opcode.ATOMIC_WRITE, Opcode.FLUSH)) {
      Victim victim = waiting(opcode);
      victim.take(victim.answer(PacketOpcode.READ_RESPONSE_ONLY, 0, 0).aeth(Aeth.NAK_SEQUENCE));
      victim.take(victim.answer(PacketOpcode.READ_RESPONSE_ONLY, 1, 0).aeth(Aeth.ACK));
      assertEquals(2, victim.side.count(UNEXPECTED_RESPONSE), opcode.name());
      victim.take(victim.answer(PacketOpcode.ACKNOWLEDGE, 0, 0).aeth(Aeth.ACK));
      victim.sent();
      assertEquals(List.of(), List.copyOf(victim.side.inbox), "an acknowledgement is no answer");
      victim.take(victim.answer(PacketOpcode.READ_RESPONSE_ONLY, 0, 0).aeth(Aeth.ACK));
      victim.sent();
      int bytes = opcode == Opcode.FLUSH ? 0 : 8;
      assertEquals(List.of("1 SUCCESS " + opcode + " " + bytes), List.copyOf(victim.side.inbox));
    }
  }

  @Test
  void anyOtherAnswerEndsTheQueuePair() {
    for (Opcode opcode : List.of(Opcode.ATOMIC_WRITE, Opcode.FLUSH)) {
      Victim longer = waiting(opcode);
      longer.take(longer.answer(PacketOpcode.READ_RESPONSE_ONLY, 0, 8).aeth(Aeth.ACK));
      Victim another = waiting(opcode);
      another.take(
          another.answer(PacketOpcode.ATOMIC_ACKNOWLEDGE, 0, 0).aeth(Aeth.ACK).original(7));
      for (Victim victim : List.of(longer, another)) {
        victim.sent();
        assertEquals(List.of("1 BAD_RESPONSE " + opcode + " 0"), List.copyOf(victim.side.inbox));
      }
    }
  }

  @Test
  void refusedRequestFails() {
    for (Opcode opcode : List.of(Opcode.ATOMIC_WRITE, Opcode.FLUSH)) {
      Victim victim = waiting(opcode);
      victim.take(victim.answer(PacketOpcode.ACKNOWLEDGE, 0, 0).aeth(Aeth.NAK_REMOTE_ACCESS));
      victim.sent();
      assertEquals(
          "1 REMOTE_ACCESS_ERROR " + opcode, victim.side.inbox.remove().replaceAll(" [0-9]+$", ""));
    }
  }

  /** The word has been written by somebody else since. */
  @Test
  void lateCopyOfAnAtomicWriteDoesNotUndoANewerOne() {
    Victim victim = new Victim();
    Forgery first = victim.request(ATOMIC_WRITE, 0, 8).reth(victim.address(), victim.key(), 8);
    victim.take(first);
    long stored = word(victim.side);
    victim.sent();
    word(victim.side, 0, ~stored);
    victim.take(first);
    assertEquals("0 1f;", victim.answers(), "the answer is repeated");
    assertEquals(~stored, word(victim.side));
  }

  @Test
  void requestThatWasNotAgreedOnIsInvalid() {
    for (PacketOpcode opcode : List.of(ATOMIC_WRITE, FLUSH)) {
      Victim victim = new Victim(Features.SELECTIVE_REPAIR, EngineConfig.STANDARD);
      byte[] before = victim.side.bytes(0, 64);
      LegalPackets.of(victim, opcode).forEach(victim::take);
      assertEquals("0 61;", victim.answers(), opcode.name());
      assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
      assertArrayEquals(before, victim.side.bytes(0, 64));
    }
  }

  @Test
  void peerWithoutThemIsNotAsked() {
    Pair pair = new Pair(1, 1024).plain();
    WorkRequest write = pair.near.request(Opcode.ATOMIC_WRITE, 1, 0, 8, pair.far);
    assertEquals(PostStatus.INVALID, pair.near.queuePair.post(write));
    assertEquals(PostStatus.INVALID, pair.near.queuePair.post(flush(write, pair.far)));
    assertEquals(0, pair.near.queuePair.outstanding());
  }

  @Test
  void peerThatIsNotSennitIsAskedForWhatItIsSaidToHave() {
    Pair pair = new Pair(1, 1024);
    connect(pair, Set.of(Feature.ATOMIC_WRITE));
    word(pair.near, 8, 42);
    WorkRequest write = pair.near.request(Opcode.ATOMIC_WRITE, 1, 0, 8, pair.far);
    pair.near.post(write.local(pair.near.memory, 8, 8));
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "not done");
    assertEquals("1 SUCCESS ATOMIC_WRITE 8", pair.near.inbox.remove());
    assertEquals(42, word(pair.far));
    assertEquals(PostStatus.INVALID, pair.near.queuePair.post(flush(write, pair.far)));
  }

  private static void connect(Pair pair, Set<Feature> features) {
    RoceQueuePair near = pair.near.anotherQueuePair();
    RoceQueuePair far = pair.far.anotherQueuePair();
    near.connect(attributes(far, features), near.firstPsn());
    far.connect(attributes(near, features), far.firstPsn());
    pair.near.queuePair = near;
    pair.far.queuePair = far;
  }

  private static PeerAttributes attributes(RoceQueuePair peer, Set<Feature> features) {
    return new PeerAttributes(peer.number(), peer.firstPsn(), 1024, 4, 4, Retries.USUAL, features);
  }

  @Test
  void wordNeverGoesBackWhateverTheNetworkDoes() {
    for (int seed = 0; seed < 12; seed++) {
      Pair pair = new Pair(seed, 1024);
      if (seed % 2 == 0) {
        connect(pair, Set.of(Feature.ATOMIC_WRITE, Feature.FLUSH));
      }
      pair.faults = new Faults(60, 60, 0, 20_000, 60_000);
      int writes = 100;
      for (int at = 0; at < writes; at++) {
        word(pair.near, 8L * at, at + 1);
        WorkRequest write = pair.near.request(Opcode.ATOMIC_WRITE, at, 0, 8, pair.far);
        pair.near.post(write.local(pair.near.memory, 8L * at, 8));
      }
      long[] last = {0};
      boolean done = pair.run(
          () -> {
            long now = word(pair.far);
            assertTrue(now >= last[0], now + " after " + last[0]);
            last[0] = now;
            return pair.near.inbox.size() == writes;
          },
          PATIENCE_NANOS);
      assertTrue(done, "seed " + seed + ": " + pair.near.inbox);
      assertEquals(writes, word(pair.far), "seed " + seed);
    }
  }
}
