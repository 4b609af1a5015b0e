// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.roce.EngineCounters;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The peer is another process: it sleeps, it is stopped, it is killed. */
final class ProcessesTest {
  private static final int PIECE_BYTES = 1 << 18;

  /** Of a little more than a second; the rest of the limit is the machine's slack. */
  private static final int SHORT_PATIENCE = 9;

  private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(8);

  /** As long as a peer may be stopped at no cost, by the standard patience. */
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Clock clock = Clock.system();

  @Test
  void peerThatSleepsServesOneSidedRequests() throws Exception {
    try (PeerProcess peer = new PeerProcess("127.0.0.1")) {
      Duo.fill(peer.side, 3);
      byte[] sent = new byte[Side.MEMORY_BYTES];
      peer.side.memory.segment().asByteBuffer().get(sent);
      move(peer, Opcode.WRITE);
      peer.side.memory.segment().fill((byte) 0);
      move(peer, Opcode.READ);
      byte[] back = new byte[Side.MEMORY_BYTES];
      peer.side.memory.segment().asByteBuffer().get(back);
      assertEquals(-1, Arrays.mismatch(sent, back), "first byte that differs");
    }
  }

  private static void move(PeerProcess peer, Opcode opcode) {
    int pieces = Side.MEMORY_BYTES / PIECE_BYTES;
    for (int piece = 0; piece < pieces; piece++) {
      long offset = (long) piece * PIECE_BYTES;
      peer.side.post(peer.queuePair, peer.oneSided(opcode, piece, offset, PIECE_BYTES));
    }
    for (int piece = 0; piece < pieces; piece++) {
      WorkCompletion completion = peer.side.next();
      assertEquals(piece + " SUCCESS", completion.id() + " " + completion.status());
    }
  }

  @Test
  void sleepingPeerIsWokenEveryTime() throws Exception {
    try (PeerProcess peer = new PeerProcess("127.0.0.1")) {
      for (int round = 0; round < 2_000; round++) {
        peer.side.receives.post(2, peer.side.memory, 4096, 64);
        peer.side.post(peer.queuePair, peer.side.oneSided(Opcode.SEND, 1, 0, 64));
        Set<Opcode> seen = EnumSet.of(peer.side.next().opcode());
        seen.add(peer.side.next().opcode());
        assertEquals(EnumSet.of(Opcode.SEND, Opcode.RECEIVE), seen, "round " + round);
      }
    }
  }

  @Test
  void peerThatIsStoppedForSecondsCostsNothing() throws Exception {
    try (PeerProcess peer = new PeerProcess("127.0.0.1")) {
      peer.stop();
      for (int id = 0; id < 3; id++) {
        peer.side.post(peer.queuePair, peer.oneSided(Opcode.WRITE, id, 0, PIECE_BYTES));
      }
      long resumeAt = clock.nanoTime() + STOP_NANOS;
      while (clock.nanoTime() - resumeAt < 0) {
        assertEquals(0, peer.side.poll().length, "completions of a stopped peer's");
        peer.side.channel.await(TimeUnit.MILLISECONDS.toNanos(10));
      }
      assertEquals(QueuePairState.READY_TO_SEND, peer.queuePair.state());
      peer.signal("CONT");
      for (int id = 0; id < 3; id++) {
        WorkCompletion completion = peer.side.next();
        assertEquals(id + " SUCCESS", completion.id() + " " + completion.status());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "STOP"})
  void peerThatFallsSilentEndsEveryRequestInBoundedTime(String signal) throws Exception {
    try (PeerProcess peer = new PeerProcess("127.0.0.1", SHORT_PATIENCE)) {
      peer.silence(signal);
      long startNanos = clock.nanoTime();
      Opcode[] kinds = {Opcode.WRITE, Opcode.READ, Opcode.SEND};
      for (int id = 0; id < kinds.length; id++) {
        peer.side.post(peer.queuePair, peer.oneSided(kinds[id], id, 0, 64));
      }
      List<String> ends = new ArrayList<>();
      for (int id = 0; id < kinds.length; id++) {
        WorkCompletion completion = peer.side.next();
        ends.add(completion.id() + " " + completion.status());
      }
      long tookNanos = clock.nanoTime() - startNanos;
      assertEquals(
          List.of("0 RETRY_EXCEEDED", "1 WORK_REQUEST_FLUSHED", "2 WORK_REQUEST_FLUSHED"), ends);
      assertTrue(tookNanos < GIVE_UP_NANOS, "took " + tookNanos + " ns");
      assertEquals(QueuePairState.ERROR, peer.queuePair.state());
    }
  }

  /** What a stopped peer's process sends when it goes on finds nobody. */
  @Test
  void peerThatGoesOnTooLateTouchesNothing() throws Exception {
    try (PeerProcess peer = new PeerProcess("127.0.0.1", SHORT_PATIENCE)) {
      peer.side.receives.post(2, peer.side.memory, 4096, 64);
      peer.signal("STOP");
      peer.side.post(peer.queuePair, peer.side.oneSided(Opcode.SEND, 1, 0, 64));
      assertEquals(CompletionStatus.RETRY_EXCEEDED, peer.side.next().status());
      assertTrue(peer.queuePair.destroy(), "the fence");
      peer.signal("CONT");
      // The peer takes the first message, echoes it, and has no answer but silence.
      long before = late(peer);
      long startNanos = clock.nanoTime();
      while (late(peer) == before && clock.nanoTime() - startNanos < Side.PATIENCE_NANOS) {
        peer.side.channel.await(TimeUnit.MILLISECONDS.toNanos(10));
      }
      assertTrue(late(peer) > before, "nothing came from the peer");
      assertEquals(1, peer.side.receives.posted(), "receives still posted");
      assertEquals(PostStatus.POSTED, peer.side.receives.post(3, peer.side.memory, 0, 64));
    }
  }

  private static long late(PeerProcess peer) {
    return peer.side.channel.counters().count(EngineCounters.Kind.NO_QUEUE_PAIR);
  }

  @Test
  void severalProcessesShareAnAddress() throws Exception {
    try (PeerProcess first = new PeerProcess("127.0.0.1");
        PeerProcess second = new PeerProcess("127.0.0.1");
        PeerProcess third = new PeerProcess("127.0.0.1")) {
      for (PeerProcess peer : List.of(first, second, third)) {
        Duo.fill(peer.side, 5);
        move(peer, Opcode.WRITE);
      }
    }
  }

  @Test
  void deniedNativeAccessIsASentence() throws Exception {
    Process process = PeerProcess.start(List.of("--illegal-native-access=deny"), "available");
    try (BufferedReader out = PeerProcess.reader(process)) {
      String said = String.valueOf(out.readLine());
      assertTrue(said.contains("--enable-native-access"), said);
      assertEquals(0, process.waitFor());
    }
  }
}
