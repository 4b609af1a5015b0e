// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * A peer that lies in its frames: the session ends with a reason, or nothing happens; never more.
 */
final class LyingPeerTest {
  private static final int SEEDS = 1500;

  @Test
  void everyMutatedFrameIsRefusedOrHarmless() {
    int refused = 0;
    int ignored = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      BraidPair pair = new BraidPair(2, BraidPair.config(), seed, LeaseRules.SOUND);
      Randomness randomness = Randomness.seeded(seed);
      MemoryRegion memory = pair.far.memory(4096);
      pair.far.braid.grant(memory, 0, 4096, () -> {});
      pair.far.braid.lend(memory, 0, 4096, () -> {});
      lie(pair, randomness);
      for (int i = 0; i < 200; i++) {
        pair.nowNanos += 5 * BraidPair.MILLI;
        pair.turn();
      }
      if (pair.far.failures.isEmpty()) {
        ignored += pair.far.count(Counter.INTRUSIONS) == 0 ? 1 : 0;
        refused += pair.far.count(Counter.INTRUSIONS) == 0 ? 0 : 1;
      } else {
        refused++;
        String cause = pair.far.failures.getFirst();
        int seedNow = seed;
        assertTrue(
            cause.startsWith("the peer broke the protocol: "),
            () -> "seed " + seedNow + ": " + cause);
      }
      pair.closeAndCheck();
    }
    assertTrue(refused > SEEDS / 3, "refused " + refused);
    assertTrue(ignored > SEEDS / 20, "ignored " + ignored);
  }

  /** Some frame of a random type, changed in a few bytes on its way. */
  private static void lie(BraidPair pair, Randomness randomness) {
    Engine liar = pair.near.braid.engine();
    pair.near.domain.path(1).rereadSource(true);
    pair.near.domain.path(2).rereadSource(true);
    pair.near.domain.path(1).hold();
    pair.near.domain.path(2).hold();
    FrameType type = FrameType.of(1 + randomness.nextInt(FrameType.values().length));
    int bytes = randomness.nextInt(8) * 8;
    byte[] payload = new byte[bytes];
    randomness.nextBytes(payload);
    FrameWriter writer = slot -> {
      MemorySegment.copy(payload, 0, slot, ValueLayout.JAVA_BYTE, 0, bytes);
      if (randomness.nextBoolean() && bytes >= PathEpoch.BYTES) {
        new PathEpoch(liar.strands.path(0).path, randomness.nextInt(3)).encode(slot, 0);
      }
      return bytes;
    };
    if (type == FrameType.DONE) {
      liar.sender.sendDone(Tier.VITAL, writer, lease(randomness), randomness.nextInt(4));
    } else if (type != null) {
      liar.sender.send(type, Tier.VITAL, writer);
    }
    changeBytes(liar, randomness);
    pair.near.domain.path(1).release();
    pair.near.domain.path(2).release();
  }

  private static long lease(Randomness randomness) {
    long right = (1L + randomness.nextInt(2)) << 20 | randomness.nextInt(2);
    return randomness.nextBoolean() ? right : randomness.nextLong();
  }

  private static void changeBytes(Engine liar, Randomness randomness) {
    for (StrandPath path : liar.strands.all()) {
      Strand strand = path.strand;
      if (strand != null
          && strand.oldest != null
          && strand.oldest.work instanceof MessageSlot slot) {
        int changes = randomness.nextInt(4);
        for (int i = 0; i < changes; i++) {
          int at = randomness.nextInt(randomness.nextBoolean() ? BraidHeader.BYTES : slot.length);
          slot.memory.set(ValueLayout.JAVA_BYTE, at, (byte) randomness.nextInt());
        }
      }
    }
  }

  /** Whoever has read one frame of the session could have made it: it ends its strand. */
  @Test
  void headersThatCannotBeEndTheirStrandAndAtLastTheSession() {
    assertMisplaced("version", header -> header.version = 2);
    assertMisplaced("unknown type", header -> header.typeCode = 0);
    assertMisplaced("unknown type", header -> header.typeCode = 16);
    assertMisplaced("another session", header -> header.sessionId++);
    assertMisplaced("another session", header -> header.generation++);
    assertMisplaced("sequence -1", header -> header.sequence = -1);
    assertMisplaced("at a limit of", header -> header.sequence += 128);
    assertMisplaced("credit limit", header -> header.creditLimit = -1);
    assertMisplaced("credit limit", header -> header.creditLimit = Long.MAX_VALUE);
    assertMisplaced("lengths", header -> header.frameBytes++);
    assertMisplaced("lengths", header -> header.frameBytes = -1);
    assertMisplaced("lengths", header -> header.frameBytes = Integer.MIN_VALUE);
    assertMisplaced("extension", header -> {
      header.extensionBytes = 4;
      header.frameBytes -= 4;
    });
  }

  @Test
  void whatStandsUnderAGoodHeaderIsChecked() {
    assertRefused("DONE of 8 bytes", header -> {
      header.typeCode = FrameType.DONE.code();
      header.extensionBytes = 8;
      header.frameBytes -= 8;
    });
    assertRefused("FENCE of a wrong length", header -> header.typeCode = FrameType.FENCE.code());
    assertRefused("CREDIT of a wrong length", header -> header.typeCode = FrameType.CREDIT.code());
    assertRefused("DEMAND of a wrong length", header -> header.typeCode = FrameType.DEMAND.code());
    assertRefused(
        "RECEIVED of a wrong length", header -> header.typeCode = FrameType.RECEIVED.code());
    assertRefused("a lease that never was", header -> header.typeCode = FrameType.DECLINE.code());
  }

  @Test
  void questionsAndAnswersThatCannotBeAreRefused() {
    BraidPair pair = new BraidPair(1);
    pair.near.braid.engine().sender.send(FrameType.ASK, Tier.VITAL, slot -> 0);
    pair.settle();
    assertEquals(List.of("the peer broke the protocol: ASK of a wrong length"), pair.far.failures);
    pair.closeAndCheck();
    assertAnswerMisplaced(-1, 0);
    assertAnswerMisplaced(Long.MAX_VALUE, 0);
    assertAnswerMisplaced(0, 1);
  }

  /** Whoever can read packets can answer in the peer's name. */
  private static void assertAnswerMisplaced(long oldestMissing, long question) {
    BraidPair pair = new BraidPair(1);
    pair.near.braid.engine().sender.send(FrameType.RECEIVED, Tier.VITAL, slot -> {
      slot.set(BraidHeader.LONG, 0, oldestMissing);
      slot.set(BraidHeader.LONG, Long.BYTES, question);
      return Receipts.RECEIVED_BYTES;
    });
    pair.settle();
    assertEquals(List.of(), pair.far.failures);
    assertEquals(1, pair.far.count(Counter.INTRUSIONS), pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void furtherPathsAreBoundedAndBetweenKnownPorts() {
    assertRebuildRefused("a further path", path -> new Path(1, 0, path));
    assertRebuildRefused("a further path", path -> new Path(0, 1, path));
  }

  @Test
  void pathsThatAreOpenedFasterThanTheyAreAnsweredAreBounded() {
    BraidPair pair = new BraidPair(1);
    Rebuilder believer = pair.far.braid.engine().rebuilder;
    for (int label = 2; label <= 128; label++) {
      believer.onRebuild(new StrandOffer(new Path(0, 0, label), 1, new byte[8]));
    }
    StrandOffer last = new StrandOffer(new Path(0, 0, 129), 1, new byte[8]);
    Violation violation = assertThrows(Violation.class, () -> believer.onRebuild(last));
    assertEquals("more REBUILDs than are answered, of paths beside 64", violation.getMessage());
    assertEquals(64, pair.far.braid.snapshot().paths().size(), pair::toString);
    pair.closeAndCheck();
  }

  private static void rebuild(Engine liar, StrandOffer offer) {
    liar.sender.send(FrameType.REBUILD, Tier.VITAL, slot -> {
      offer.encode(slot.asByteBuffer());
      return offer.encodedBytes();
    });
  }

  /** An opener that opens one path after the other, without end. */
  private static void assertRebuildRefused(String reason, IntFunction<Path> paths) {
    BraidPair pair = new BraidPair(1);
    Engine liar = pair.near.braid.engine();
    for (int label = 2; label < 80 && pair.far.failures.isEmpty(); label++) {
      StrandOffer offer = new StrandOffer(paths.apply(label), 1, new byte[8]);
      liar.strands.add(offer.path()).epoch = 1; // Or it would take the answer for a lie.
      rebuild(liar, offer);
      pair.settle();
    }
    assertEquals(1, pair.far.failures.size(), pair::toString);
    String cause = pair.far.failures.getFirst();
    assertTrue(cause.contains(reason), cause);
    pair.closeAndCheck();
  }

  @Test
  void onlyTheOpenerIsTold() {
    BraidPair pair = new BraidPair(1);
    Engine liar = pair.near.braid.engine();
    liar.sender.send(FrameType.DEMAND, Tier.VITAL, liar.demand);
    pair.settle();
    assertEquals(List.of("the peer broke the protocol: DEMAND to the acceptor"), pair.far.failures);
    pair.closeAndCheck();
  }

  /** The liar's message says so as often as it is sent. */
  private static void assertMisplaced(String reason, Consumer<BraidHeader> lie) {
    BraidPair pair = lying(lie);
    assertEquals(List.of(), pair.far.messages, reason);
    assertEquals(List.of(), pair.far.failures, reason);
    assertEquals(1, pair.far.count(Counter.INTRUSIONS), reason);
    assertEquals(1, pair.far.count(Counter.STRANDS_LOST), reason);
    pair.await(() -> !pair.far.failures.isEmpty(), 60_000 * BraidPair.MILLI);
    String cause = pair.far.failures.getFirst();
    assertTrue(cause.startsWith("the peer broke the protocol: "), cause);
    assertTrue(cause.contains(reason), () -> "expected " + reason + " in: " + cause);
    assertTrue(cause.contains("for the 17th time"), cause);
    pair.closeAndCheck();
  }

  private static void assertRefused(String reason, Consumer<BraidHeader> lie) {
    BraidPair pair = lying(lie);
    assertEquals(List.of(), pair.far.messages);
    assertEquals(1, pair.far.failures.size(), reason);
    String cause = pair.far.failures.getFirst();
    assertTrue(cause.startsWith("the peer broke the protocol: "), cause);
    assertTrue(cause.contains(reason), () -> "expected " + reason + " in: " + cause);
    pair.closeAndCheck();
  }

  /** One side has sent a message with a changed header. */
  private static BraidPair lying(Consumer<BraidHeader> lie) {
    BraidPair pair = new BraidPair(1);
    lie(pair.near, lie);
    pair.settle();
    return pair;
  }

  private static void lie(Side side, Consumer<BraidHeader> lie) {
    side.domain.path(1).rereadSource(true);
    side.domain.path(1).hold();
    side.send("8 bytes.");
    Strand strand = side.braid.engine().strands.path(0).strand;
    Copy copy = strand == null ? null : strand.oldest;
    if (copy == null || !(copy.work instanceof MessageSlot slot)) {
      throw new AssertionError("nothing was sent");
    }
    BraidHeader header = new BraidHeader();
    header.read(slot.memory, 0);
    lie.accept(header);
    header.write(slot.memory, 0);
    side.domain.path(1).release();
  }

  @Test
  void lifelineFramesAreNoMoreTrustedThanOthers() {
    Randomness randomness = Randomness.seeded(9);
    List<String> causes = new ArrayList<>();
    long misplaced = 0;
    int messages = 0;
    for (int i = 0; i < 300; i++) {
      BraidPair pair = new BraidPair(1);
      byte[] frame = new byte[randomness.nextInt(200)];
      randomness.nextBytes(frame);
      if (frame.length >= BraidHeader.BYTES && randomness.nextBoolean()) {
        BraidHeader header = new BraidHeader();
        header.typeCode = 1 + randomness.nextInt(15);
        header.sessionId = 77;
        header.generation = 3;
        header.sequence = 5;
        header.creditLimit = 200;
        header.frameBytes = frame.length - BraidHeader.BYTES;
        header.write(MemorySegment.ofArray(frame), 0);
      }
      pair.far.braid.onLifelineFrame(frame);
      pair.settle();
      causes.addAll(pair.far.failures);
      misplaced += pair.far.count(Counter.INTRUSIONS);
      messages += pair.far.messages.size(); // Whose bytes may be any.
      pair.closeAndCheck();
    }
    assertTrue(causes.size() > 100, causes::toString);
    assertTrue(messages > 0 && messages < 20, () -> causes.toString());
    assertTrue(causes.size() + misplaced + messages > 280, "misplaced " + misplaced);
  }

  @Test
  void aShortDoneOverTheLifelineIsNoErrorOfThisSide() {
    for (int bytes = BraidHeader.BYTES; bytes < BraidHeader.BYTES + 20; bytes++) {
      BraidPair pair = new BraidPair(1);
      byte[] frame = new byte[bytes];
      BraidHeader header = new BraidHeader();
      header.typeCode = FrameType.DONE.code();
      header.sessionId = 77;
      header.generation = 3;
      header.sequence = 5;
      header.creditLimit = 200;
      header.frameBytes = bytes - BraidHeader.BYTES;
      header.write(MemorySegment.ofArray(frame), 0);
      pair.far.braid.onLifelineFrame(frame);
      pair.settle();
      assertEquals(
          List.of("the peer broke the protocol: DONE of 0 bytes"),
          pair.far.failures,
          pair::toString);
      pair.closeAndCheck();
    }
  }

  /** Posts messages that are too short to be any. */
  private static void postShort(BraidPair pair, int messages) {
    MemoryRegion memory = pair.near.memory(16);
    WorkRequest request = new WorkRequest();
    Strand strand = pair.near.braid.engine().strands.path(0).strand;
    if (strand == null) {
      throw new AssertionError("no strand");
    }
    for (int i = 0; i < messages; i++) {
      PostStatus status =
          strand.queuePair.post(request.reset(Opcode.SEND, -1).local(memory, 0, 16));
      assertEquals(PostStatus.POSTED, status);
    }
  }

  /** All of them are there before the other side looks: one strand has ended, and that counts. */
  @Test
  void manyThatComeByOneStrandAtATimeCountAsOne() {
    BraidPair pair = new BraidPair(1);
    for (int lives = 1; lives <= 3; lives++) {
      postShort(pair, 12);
      pair.settle();
      assertEquals(List.of(), pair.far.failures);
      assertEquals(12L * lives, pair.far.count(Counter.INTRUSIONS));
      assertEquals(lives, pair.far.count(Counter.STRANDS_LOST));
      pair.await(pair::allGood, 1_000 * BraidPair.MILLI);
    }
    pair.closeAndCheck();
  }

  /** The size of the peer's window is known from its first answer. */
  @Test
  void limitFurtherThanThePeersWindowIsNotBelieved() {
    BraidPair pair = new BraidPair(1);
    pair.near.send("call");
    pair.advance(1_000 * BraidPair.MILLI);
    assertEquals(List.of("call"), pair.far.messages);
    Credits credits = pair.near.braid.engine().credits;
    long sent = credits.next();
    lie(pair.far, header -> header.creditLimit = sent + 128 + 1);
    pair.settle();
    assertEquals(1, pair.near.count(Counter.INTRUSIONS), pair::toString);
    assertTrue(credits.limit() <= pair.far.braid.engine().window.end(), pair::toString);
    pair.await(pair::allGood, 1_000 * BraidPair.MILLI);
    pair.closeAndCheck();
  }

  @Test
  void messageWhichIsTooShortEndsItsStrand() {
    BraidPair pair = new BraidPair(1);
    postShort(pair, 1);
    pair.settle();
    assertEquals(List.of(), pair.far.failures);
    assertEquals(1, pair.far.count(Counter.INTRUSIONS));
    assertEquals(1, pair.near.count(Counter.STRAY_COMPLETIONS));
    pair.await(pair::allGood, 1_000 * BraidPair.MILLI);
    assertEquals(
        "a message of 16 bytes",
        pair.far.path(0).changes().stream()
            .filter(change -> change.state() == StrandState.DOWN)
            .findFirst()
            .orElseThrow()
            .cause());
    pair.closeAndCheck();
  }
}
