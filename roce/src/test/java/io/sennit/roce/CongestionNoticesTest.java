// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.CONGESTION_NOTIFICATION;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Marks of congestion: who is told of them, and what that does. */
final class CongestionNoticesTest {
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private static final int FLOODED_REQUESTS = 40;
  private static final long FLOODED_BYTES = (long) FLOODED_REQUESTS * Side.MEMORY_BYTES;

  private final Victim victim = new Victim();

  private long notices(int ahead) {
    victim.take(
        victim.request(WRITE_ONLY, ahead, 8).reth(victim.address(), victim.key(), 8),
        victim.request(WRITE_ONLY, ahead + 1, 8).reth(victim.address(), victim.key(), 8));
    return victim.sent().stream()
        .filter(packet -> packet.opcode() == CONGESTION_NOTIFICATION)
        .count();
  }

  @Test
  void markedPacketsAreToldOfOnceInFiftyMicroseconds() {
    assertEquals(0, notices(0), "of packets without a mark");
    victim.side.node.congested = true;
    assertEquals(1, notices(2));
    victim.nowNanos += CongestionNotices.LEAST_GAP_NANOS - 1;
    assertEquals(0, notices(4), "too early");
    victim.nowNanos += 1;
    assertEquals(1, notices(6));
    assertEquals(6, victim.side.count(EngineCounters.Kind.MARKED));
  }

  @ParameterizedTest
  @EnumSource
  void noticesSlowTheSenderDownAndNotToNothing(Congestion congestion) {
    long plainNanos = transferNanos(congestion, Opcode.WRITE, false);
    long markedNanos = transferNanos(congestion, Opcode.WRITE, true);
    String figures = markedNanos + " ns with marks, " + plainNanos + " without";
    assertTrue(markedNanos > 2 * plainNanos, figures);
    assertTrue(markedNanos < 100 * plainNanos, figures);
  }

  @ParameterizedTest
  @EnumSource
  void marksOnTheDataOfAReadSlowTheReaderDown(Congestion congestion) {
    long plainNanos = transferNanos(congestion, Opcode.READ, false);
    long markedNanos = transferNanos(congestion, Opcode.READ, true);
    String figures = markedNanos + " ns with marks, " + plainNanos + " without";
    assertTrue(markedNanos > 2 * plainNanos, figures);
    assertTrue(markedNanos < 100 * plainNanos, figures);
  }

  /** Such a peer is paced, since nothing says that it asks for less by itself. */
  @Test
  void noticesSlowTheDataOfReadsByAPeerThatIsNotSennit() {
    long plainNanos = foreignReadNanos(false);
    long markedNanos = foreignReadNanos(true);
    String figures = markedNanos + " ns with notices, " + plainNanos + " without";
    assertTrue(markedNanos > 2 * plainNanos, figures);
    assertTrue(markedNanos < 100 * plainNanos, figures);
  }

  private static long foreignReadNanos(boolean notices) {
    Pair pair = new Pair(5, 4096, EngineConfig.STANDARD, 16 << 20).foreign();
    pair.faults = new Faults(0, 0, 0, 2_000, 0);
    long startNanos = pair.nowNanos;
    for (int id = 0; id < 8; id++) {
      pair.near.post(pair.near.request(Opcode.READ, id, 0, Side.MEMORY_BYTES, pair.far));
    }
    boolean done = pair.run(
        () -> {
          if (notices) {
            pair.far.queuePair.marked(pair.nowNanos);
          }
          return pair.near.inbox.size() == 8;
        },
        PATIENCE_NANOS);
    assertTrue(done, () -> pair.near.inbox + " after " + (pair.nowNanos - startNanos) + " ns");
    assertTrue(pair.near.inbox.stream().allMatch(one -> one.contains("SUCCESS")), "statuses");
    return pair.nowNanos - startNanos;
  }

  @Test
  void noMoreNoticesAreObeyedThanTheBoundSays() {
    NoticeBound bound = new NoticeBound(1_000);
    int obeyed = 0;
    for (long nowNanos = 5; nowNanos < 1_000_000_000; nowNanos += 10_000) {
      if (bound.admits(nowNanos)) {
        bound.take(nowNanos);
        obeyed++;
      }
    }
    int most = 1_000 + NoticeBound.IN_A_ROW;
    assertTrue(obeyed <= most && obeyed >= most - 2, obeyed + " obeyed, of " + most);
    assertTrue(bound.admits(2_000_000_000), "after a second of silence");
  }

  @Test
  void aFullRouteIsLeftAtOnce() {
    NoticeBound bound = new NoticeBound(1_000);
    for (int at = 0; at < NoticeBound.IN_A_ROW; at++) {
      assertTrue(bound.admits(7), "notice " + at);
      bound.take(7);
    }
    assertFalse(bound.admits(7), "one more");
  }

  /** From the peer's address and port, and with its queue pair's number: nothing tells them. */
  @ParameterizedTest
  @EnumSource
  void forgedNoticesDoNotStopASender(Congestion congestion) {
    EngineConfig config = EngineConfig.STANDARD.withCongestion(congestion);
    Pair plain = new Pair(5, 4096, config, 16 << 20);
    Pair forged = new Pair(5, 4096, config, 16 << 20);
    long plainNanos = floodedNanos(plain, false);
    long forgedNanos = floodedNanos(forged, true);
    String figures = forgedNanos + " ns with forged notices, " + plainNanos + " without";
    long floorNanos = (long) (FLOODED_BYTES * 1e9 / DcqcnParameters.STANDARD.least());
    long most = congestion == Congestion.SWIFT ? 2 * plainNanos : plainNanos + floorNanos;
    assertTrue(forgedNanos < most, () -> figures + ", of " + most);
    long received = forged.near.count(EngineCounters.Kind.NOTICE_RECEIVED);
    assertTrue(received > 1_000, () -> received + " notices received");
    assertEquals(0, plain.near.count(EngineCounters.Kind.NOTICE_RECEIVED));
  }

  @Test
  void mostForgedNoticesAreIgnored() {
    Pair pair = new Pair(5, 4096, EngineConfig.STANDARD, 16 << 20);
    floodedNanos(pair, true);
    long received = pair.near.count(EngineCounters.Kind.NOTICE_RECEIVED);
    long ignored = pair.near.count(EngineCounters.Kind.NOTICE_IGNORED);
    assertTrue(received > 1_000, () -> received + " notices received");
    assertTrue(ignored > received / 2, () -> ignored + " ignored of " + received);
  }

  private static long floodedNanos(Pair pair, boolean forges) {
    pair.faults = new Faults(0, 0, 0, 20_000, 0);
    long startNanos = pair.nowNanos;
    for (int id = 0; id < FLOODED_REQUESTS; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, Side.MEMORY_BYTES, pair.far));
    }
    boolean done = pair.run(
        () -> {
          if (forges) {
            pair.near.queuePair.marked(pair.nowNanos);
          }
          return pair.near.inbox.size() == FLOODED_REQUESTS;
        },
        PATIENCE_NANOS);
    assertTrue(done, "not done");
    return pair.nowNanos - startNanos;
  }

  /** Over a link on which a full window of the least size needs far more time than it carries. */
  private static long transferNanos(Congestion congestion, Opcode opcode, boolean congested) {
    EngineConfig config = EngineConfig.STANDARD.withCongestion(congestion);
    Pair pair = new Pair(5, 4096, config, 16 << 20);
    pair.faults = new Faults(0, 0, 0, 200_000, 0);
    pair.near.node.congested = congested;
    pair.far.node.congested = congested;
    long startNanos = pair.nowNanos;
    for (int id = 0; id < 20; id++) {
      pair.near.post(pair.near.request(opcode, id, 0, Side.MEMORY_BYTES, pair.far));
    }
    assertTrue(pair.run(() -> pair.near.inbox.size() == 20, PATIENCE_NANOS), "not done");
    return pair.nowNanos - startNanos;
  }
}
