// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Randomness;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.tck.loopback.LoopbackPath;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One random life of a braid: messages and transfers both ways while the fabric misbehaves, then
 * quiet, then the checks. A schedule is its seed.
 *
 * <p>Every memory that is free again gets a canary at once, in every direction, so that whatever
 * comes late is seen.
 */
final class Schedule {
  private static final byte CANARY = 0x5a;
  private static final int STEPS = 120;

  private final long seed;
  private final int strands;
  private final Randomness randomness;
  private final BraidPair pair;
  private final List<String> sentByNear = new ArrayList<>();
  private final List<String> sentByFar = new ArrayList<>();
  private final List<Bulk> bulks = new ArrayList<>();

  Schedule(long seed, int strands, LeaseRules rules) {
    this.seed = seed;
    this.strands = strands;
    randomness = Randomness.seeded(seed);
    pair = new BraidPair(strands, BraidPair.config(), seed, rules);
  }

  void run() {
    pair.fabric.stepping(randomness.nextInt(4) == 0);
    for (int i = 0; i < STEPS; i++) {
      act(randomness.nextInt(16));
    }
    calm();
    for (int i = 0; i < 40; i++) {
      pair.advance(1_000 * BraidPair.MILLI);
      bulks.forEach(Bulk::announce);
    }
    pair.settle();
    check();
    pair.closeAndCheck();
  }

  private void act(int what) {
    Side side = randomness.nextBoolean() ? pair.near : pair.far;
    LoopbackPath path = side.domain.path(1 + randomness.nextInt(strands));
    switch (what) {
      case 0, 1, 2 -> send(side);
      case 3 -> bulks.add(new Bulk(side, randomness.nextBoolean()));
      case 4 -> path.hold();
      case 5 -> path.release();
      case 6 -> path.giveUp();
      case 7 -> path.dropNext(1 + randomness.nextInt(2));
      case 8 -> path.loseNextCompletions(1 + randomness.nextInt(2));
      case 9 -> path.duplicateNext(1);
      case 10 -> path.deliverDuplicates();
      case 11 -> path.freezeDestroy(randomness.nextInt(5));
      case 12 -> path.rereadSource(randomness.nextBoolean());
      case 13 -> pair.nowNanos += randomness.nextInt(200) * BraidPair.MILLI;
      case 14 -> hedge(side);
      default -> {}
    }
    for (int i = randomness.nextInt(6); i > 0; i--) {
      pair.fabric.step();
      turn();
    }
  }

  /** Second copies of chunks whose first ones are slow, not lost. */
  private void hedge(Side side) {
    Engine engine = side.braid.engine();
    Strand strand = engine.strands.path(randomness.nextInt(strands)).strand;
    if (strand != null && strand.is(StrandState.GOOD)) {
      engine.strands.suspect(strand, "slow");
    }
  }

  private void turn() {
    pair.nowNanos += randomness.nextInt(50_000);
    pair.turn();
    assertEquals(List.of(), pair.near.failures, this::toString);
    assertEquals(List.of(), pair.far.failures, this::toString);
    bulks.forEach(Bulk::announce);
  }

  private void send(Side side) {
    List<String> sent = side == pair.near ? sentByNear : sentByFar;
    for (int i = randomness.nextInt(8); i >= 0; i--) {
      String text = seed + "/" + sent.size();
      if (side.send(text) >= 0) {
        sent.add(text);
      }
    }
  }

  /** No more faults; what is late arrives. */
  private void calm() {
    pair.fabric.stepping(false);
    for (Side side : List.of(pair.near, pair.far)) {
      for (int label = 1; label <= strands; label++) {
        LoopbackPath path = side.domain.path(label);
        path.dropNext(0);
        path.loseNextCompletions(0);
        path.duplicateNext(0);
        path.freezeDestroy(0);
        path.release();
        path.deliverDuplicates();
      }
    }
    for (int i = 0; i < 200; i++) {
      turn();
    }
  }

  private void check() {
    assertEquals(List.of(), pair.near.failures, this::toString);
    assertEquals(List.of(), pair.far.failures, this::toString);
    checkMessages(sentByNear, pair.far);
    checkMessages(sentByFar, pair.near);
    bulks.forEach(Bulk::check);
    assertEquals(0, pair.near.count(Counter.OPEN_LEASES), this::toString);
    assertEquals(0, pair.far.count(Counter.OPEN_LEASES), this::toString);
    assertEquals(0, pair.near.count(Counter.OPEN_TRANSFERS), this::toString);
    assertEquals(0, pair.far.count(Counter.OPEN_TRANSFERS), this::toString);
    for (int i = 0; i < strands; i++) {
      assertEquals(StrandState.GOOD, pair.near.path(i).state(), this::toString);
      assertEquals(StrandState.GOOD, pair.far.path(i).state(), this::toString);
    }
    pair.checkIdle();
  }

  private void checkMessages(List<String> sent, Side to) {
    List<String> received = new ArrayList<>(to.messages);
    received.removeIf(text -> text.startsWith("done"));
    assertEquals(
        sent.stream().sorted().toList(), received.stream().sorted().toList(), this::toString);
  }

  @Override
  public String toString() {
    return "seed " + seed + ", " + strands + " strands, " + pair;
  }

  /**
   * One transfer that {@code mover} moves, by WRITE into the peer's memory or by READ out of it.
   */
  private final class Bulk implements TransferListener {
    private final Side mover;
    private final Side owner;
    private final boolean write;
    private final int bytes;
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final byte[] expected;
    private final RemoteSpan lease;
    private final long transfer;
    private String state = "";
    private boolean announced;
    private boolean sourceFree;
    private boolean targetFree;

    Bulk(Side mover, boolean write) {
      this.mover = mover;
      this.write = write;
      owner = mover == pair.near ? pair.far : pair.near;
      bytes = randomness.nextInt(60_000);
      source = (write ? mover : owner).memory(Math.max(1, bytes));
      target = (write ? owner : mover).memory(Math.max(1, bytes));
      expected = new byte[bytes];
      randomness.nextBytes(expected);
      MemorySegment.copy(expected, 0, source.segment(), ValueLayout.JAVA_BYTE, 0, bytes);
      if (write) {
        lease = owner.braid.grant(target, 0, bytes, this::targetIsFree);
        transfer = mover.braid.write(source, 0, lease, bytes, this);
      } else {
        lease = owner.braid.lend(source, 0, bytes, this::sourceIsFree);
        transfer = mover.braid.read(lease, target, 0, bytes, this);
      }
    }

    private void sourceIsFree() {
      assertEquals(false, sourceFree, this::toString);
      sourceFree = true;
      source.segment().fill(CANARY);
    }

    private void targetIsFree() {
      assertEquals(false, targetFree, this::toString);
      checkTarget();
      targetFree = true;
      target.segment().fill(CANARY);
    }

    private void checkTarget() {
      assertEquals(-1, mismatch(target, expected), this::toString);
    }

    private long mismatch(MemoryRegion region, byte[] wanted) {
      return MemorySegment.mismatch(
          region.segment(), 0, wanted.length, MemorySegment.ofArray(wanted), 0, wanted.length);
    }

    @Override
    public void onDelivered(long found) {
      state += "D";
      checkTarget();
    }

    @Override
    public void onReleased() {
      state += "R";
      if (write) {
        sourceIsFree();
      } else {
        targetIsFree();
      }
    }

    @Override
    public void onFailed(String cause, boolean noEffect) {
      state += "F " + cause;
    }

    /** Tells the owner, when the data is there and the lane lets it through. */
    void announce() {
      if (write && state.equals("D") && !announced) {
        announced = mover.braid.sendDone(Side.text("done"), Lane.NORMAL, transfer) >= 0;
      }
    }

    void check() {
      assertEquals("DR", state, this::toString);
      assertEquals(true, sourceFree, this::toString);
      assertEquals(true, targetFree, this::toString);
      byte[] canaries = new byte[bytes];
      Arrays.fill(canaries, CANARY);
      assertEquals(-1, mismatch(source, canaries), () -> "source touched late: " + this);
      assertEquals(-1, mismatch(target, canaries), () -> "target touched late: " + this);
    }

    @Override
    public String toString() {
      return (write ? "WRITE of " : "READ of ") + bytes + " bytes, " + state + ", source free "
          + sourceFree + ", target free " + targetFree + ", " + Schedule.this;
    }
  }
}
