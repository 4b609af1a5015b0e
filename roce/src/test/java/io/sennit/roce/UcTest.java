// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Access;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Unreliable connections: what arrives is whole, and what does not is not waited for. */
final class UcTest {
  private static final int MTU = 1024;
  private static final int LANDING_AT = 1 << 19;

  private static Side near(UcPair uc) {
    return uc.pair.near;
  }

  private static Side far(UcPair uc) {
    return uc.pair.far;
  }

  private static WorkRequest request(UcPair uc, Opcode opcode, long id, int length) {
    return near(uc).request(opcode, id, 0, length, far(uc)).immediate(0x0102_0304);
  }

  @Test
  void messagesOfEveryLengthArrive() {
    for (int length : new int[] {0, 1, 3, MTU - 1, MTU, MTU + 1, 3 * MTU, 200_001}) {
      for (Opcode opcode : List.of(Opcode.SEND, Opcode.SEND_WITH_IMMEDIATE)) {
        UcPair uc = new UcPair(length, MTU);
        byte[] sent = near(uc).fill(0, length, uc.pair.random());
        far(uc).receive(5, LANDING_AT, length);
        uc.post(request(uc, opcode, 7, length));
        uc.settle();
        assertEquals(List.of("7 SUCCESS " + opcode + " " + length), List.copyOf(near(uc).inbox));
        assertEquals(List.of("5 SUCCESS RECEIVE " + length), List.copyOf(far(uc).inbox));
        assertArrayEquals(sent, far(uc).bytes(LANDING_AT, length), opcode + " of " + length);
      }
    }
  }

  @Test
  void writesLandWhereTheyShouldAndImmediatesTellOfThem() {
    for (int length : new int[] {0, 1, MTU, MTU + 1, 200_001}) {
      UcPair uc = new UcPair(length, MTU);
      byte[] sent = near(uc).fill(0, length, uc.pair.random());
      uc.post(request(uc, Opcode.WRITE, 7, length));
      uc.settle();
      assertArrayEquals(sent, far(uc).bytes(0, length), "WRITE of " + length);
      assertEquals(List.of(), List.copyOf(far(uc).inbox), "a WRITE tells nobody");
      far(uc).receive(5, LANDING_AT, 0);
      uc.post(request(uc, Opcode.WRITE_WITH_IMMEDIATE, 8, length));
      uc.settle();
      assertEquals(
          List.of("5 SUCCESS RECEIVE_WITH_IMMEDIATE " + length), List.copyOf(far(uc).inbox));
      assertEquals(2, near(uc).inbox.size(), () -> near(uc).inbox.toString());
    }
  }

  @Test
  void nothingIsAcknowledged() {
    UcPair uc = new UcPair(1, MTU);
    uc.settle();
    long before = uc.pair.carried;
    far(uc).receive(5, LANDING_AT, 5 * MTU);
    uc.post(request(uc, Opcode.SEND, 7, 5 * MTU));
    uc.settle();
    assertEquals(5, uc.pair.carried - before, "packets");
  }

  @Test
  void requestIsOverThoughNobodyHears() {
    UcPair uc = new UcPair(1, MTU);
    uc.pair.faults = Faults.loss(1000);
    uc.post(request(uc, Opcode.SEND, 7, 100_000));
    uc.settle();
    assertEquals(List.of("7 SUCCESS SEND 100000"), List.copyOf(near(uc).inbox));
    assertEquals(0, near(uc).count(EngineCounters.Kind.RESENT));
    assertEquals(0, uc.near.outstanding());
  }

  /** Each message is full of its own number, so that a mixture would show. */
  @Test
  void whateverTheNetworkDoesWhatArrivesIsWhole() {
    int delivered = 0;
    int dropped = 0;
    for (int seed = 0; seed < 20; seed++) {
      UcPair uc = new UcPair(seed, 256);
      uc.pair.faults = new Faults(20, 20, 5, 2_000, seed % 2 == 0 ? 0 : 4_000);
      for (int message = 1; message <= 60; message++) {
        delivered += exchange(uc, message, "seed " + seed + ", message " + message);
      }
      dropped += (int) far(uc).count(EngineCounters.Kind.MESSAGE_DROPPED);
    }
    assertTrue(delivered > 300, delivered + " of 1200 messages arrived");
    assertTrue(dropped > 100, dropped + " messages were dropped");
  }

  private static int exchange(UcPair uc, int message, String where) {
    int length = 1 + uc.pair.random().nextInt(2_000);
    near(uc).memory.segment().asSlice(0, length).fill((byte) message);
    while (far(uc).receives.posted() < 4) {
      far(uc).receive(message, LANDING_AT, 2_000);
    }
    uc.post(request(uc, Opcode.SEND, message, length));
    uc.settle();
    int arrived = far(uc).inbox.size();
    for (String each : far(uc).inbox) {
      assertTrue(each.endsWith("SUCCESS RECEIVE " + length), () -> where + ": " + each);
      Set<Byte> seen = new HashSet<>();
      for (byte one : far(uc).bytes(LANDING_AT, length)) {
        seen.add(one);
      }
      assertEquals(Set.of((byte) message), seen, where);
    }
    far(uc).inbox.clear();
    near(uc).inbox.clear();
    return arrived;
  }

  @Test
  void messageWithAGapIsDroppedAndItsReceiveServesTheNext() {
    UcPair uc = new UcPair(3, MTU);
    far(uc).receive(5, LANDING_AT, 10 * MTU);
    uc.pair.faults = Faults.loss(300);
    int rounds = 0;
    while (far(uc).count(EngineCounters.Kind.MESSAGE_DROPPED) == 0 && rounds++ < 50) {
      uc.post(request(uc, Opcode.SEND, rounds, 10 * MTU));
      uc.settle();
    }
    assertEquals(List.of(), List.copyOf(far(uc).inbox), "a broken message");
    uc.pair.faults = Faults.NONE;
    byte[] sent = near(uc).fill(0, 2 * MTU, uc.pair.random());
    uc.post(request(uc, Opcode.SEND, 99, 2 * MTU));
    uc.settle();
    assertEquals(List.of("5 SUCCESS RECEIVE " + 2 * MTU), List.copyOf(far(uc).inbox));
    assertArrayEquals(sent, far(uc).bytes(LANDING_AT, 2 * MTU));
  }

  @Test
  void onlySendsAndWritesCanBePosted() {
    UcPair uc = new UcPair(1, MTU);
    for (Opcode opcode : List.of(Opcode.READ, Opcode.FETCH_AND_ADD)) {
      int length = opcode == Opcode.READ ? 100 : Long.BYTES;
      assertEquals(PostStatus.INVALID, uc.near.post(request(uc, opcode, 1, length)), "" + opcode);
    }
    WorkRequest request = request(uc, Opcode.SEND_WITH_INVALIDATE, 1, 8).invalidate(5);
    assertEquals(PostStatus.INVALID, uc.near.post(request), "SEND_WITH_INVALIDATE");
    assertEquals(0, uc.near.outstanding());
  }

  @Test
  void postsBeforeAndAfterItsLifeAreNotReady() {
    Pair pair = new Pair(1, MTU);
    UcQueuePair early = pair.near.node.engine.createUcQueuePair(
        pair.near.domain, pair.near.config(pair.near.completions, 0));
    WorkRequest send = pair.near.request(Opcode.SEND, 1, 0, 8, pair.far);
    assertEquals(PostStatus.NOT_READY, early.post(send), "in " + early.state());
    early.destroy();
    assertEquals(PostStatus.NOT_READY, early.post(send), "in " + early.state());
    assertThrows(
        IllegalStateException.class, () -> early.connect(PeerAttributes.unreliable(9, 9, MTU)));
  }

  @Test
  void fullQueueRefuses() {
    UcPair uc = new UcPair(1, MTU);
    for (int at = 0; at < Side.DEPTH; at++) {
      uc.post(request(uc, Opcode.SEND, at, 8));
    }
    assertEquals(PostStatus.QUEUE_FULL, uc.near.post(request(uc, Opcode.SEND, 1, 8)));
    uc.settle();
    assertEquals(Side.DEPTH, near(uc).inbox.size());
    uc.post(request(uc, Opcode.SEND, 1, 8));
  }

  @Test
  void requestThatMayNotUseItsMemoryEndsTheConnection() {
    UcPair uc = new UcPair(1, MTU);
    var anothers = far(uc).domain.allocate(4096, EnumSet.allOf(Access.class));
    uc.post(request(uc, Opcode.SEND, 1, 8));
    uc.post(new WorkRequest().reset(Opcode.SEND, 2).local(anothers, 0, 8));
    uc.post(request(uc, Opcode.SEND, 3, 8));
    uc.settle();
    List<String> ends =
        near(uc).inbox.stream().map(each -> each.split(" ", -1)[1]).toList();
    assertEquals(List.of("SUCCESS", "LOCAL_PROTECTION_ERROR", "WORK_REQUEST_FLUSHED"), ends);
    assertEquals(QueuePairState.ERROR, uc.near.state());
  }

  @Test
  void closedDomainFlushesItAndGivesItsMemoryBack() {
    UcPair uc = new UcPair(1, MTU);
    near(uc).node.room = 0;
    uc.post(request(uc, Opcode.SEND, 1, 100_000));
    near(uc).node.engine.transmit(near(uc).node, uc.pair.nowNanos);
    assertTrue(near(uc).domain.close(), "the domain does not close");
    assertEquals(QueuePairState.DESTROYED, uc.near.state());
    near(uc).drain();
    assertTrue(near(uc).inbox.remove().startsWith("1 WORK_REQUEST_FLUSHED"), "flushed");
    assertFalse(near(uc).node.engine.hasWork(), "work is left");
  }

  @Test
  void inlineAndUnsignalledRequestsDoWhatTheyDoElsewhere() {
    UcPair uc = new UcPair(1, MTU);
    near(uc).memory.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
    far(uc).receive(5, LANDING_AT, 8);
    far(uc).receive(6, LANDING_AT + 8, 8);
    uc.post(request(uc, Opcode.SEND, 1, 8).inline().unsignalled());
    near(uc).memory.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 9);
    uc.post(request(uc, Opcode.SEND, 2, 8));
    uc.settle();
    assertEquals(List.of("2 SUCCESS SEND 8"), List.copyOf(near(uc).inbox));
    assertEquals(0, uc.near.outstanding());
    byte[] landed = far(uc).bytes(LANDING_AT, 16);
    assertEquals("7 9", landed[0] + " " + landed[8], () -> Arrays.toString(landed));
  }

  @Test
  void rangesOfARequestAreOneMessage() {
    UcPair uc = new UcPair(1, MTU);
    byte[] all = near(uc).fill(0, 10_000, uc.pair.random());
    far(uc).receive(5, LANDING_AT, 3_000);
    WorkRequest request = new WorkRequest().reset(Opcode.SEND, 1);
    request.local(near(uc).memory, 5_000, 1_500).andLocal(near(uc).memory, 100, 1_000);
    uc.post(request);
    uc.settle();
    assertEquals(List.of("5 SUCCESS RECEIVE 2500"), List.copyOf(far(uc).inbox));
    byte[] sent = Arrays.copyOf(Arrays.copyOfRange(all, 5_000, 6_500), 2_500);
    System.arraycopy(all, 100, sent, 1_500, 1_000);
    assertArrayEquals(sent, far(uc).bytes(LANDING_AT, 2_500));
  }

  /** A hundred megabytes a second, though the link carries a thousand. */
  @Test
  void noMoreIsSentThanTheBoundSays() {
    EngineConfig config =
        EngineConfig.STANDARD.with(new EngineConfig.Tables(64, 64, 100_000_000, 4096, 1024));
    UcPair uc = new UcPair(1, MTU, config);
    long startNanos = uc.pair.nowNanos;
    for (int id = 0; id < 10; id++) {
      uc.post(request(uc, Opcode.WRITE, id, 1_000_000));
    }
    assertTrue(uc.pair.run(() -> near(uc).inbox.size() == 10, 1_000_000_000L), "not done");
    long tookNanos = uc.pair.nowNanos - startNanos;
    String figures = tookNanos + " ns for 10 MB";
    assertTrue(tookNanos > 99_000_000L && tookNanos < 110_000_000L, figures);
  }

  @Test
  void reliableConnectionsAreNotHeldUp() {
    UcPair uc = new UcPair(1, MTU);
    for (int id = 0; id < Side.DEPTH; id++) {
      uc.post(request(uc, Opcode.WRITE, id, Side.MEMORY_BYTES));
    }
    near(uc).post(near(uc).request(Opcode.WRITE, 999, 0, 100_000, far(uc)));
    String last = "999 SUCCESS WRITE 100000";
    assertTrue(uc.pair.run(() -> near(uc).inbox.contains(last), 1_000_000_000L), "not done");
    int unreliable = near(uc).inbox.size() - 1;
    assertTrue(unreliable < Side.DEPTH / 4, unreliable + " long WRITEs were sent before");
  }

  @Test
  void noticesSlowItDown() {
    long plainNanos = transferNanos(false);
    long markedNanos = transferNanos(true);
    String figures = markedNanos + " ns with notices, " + plainNanos + " without";
    assertTrue(markedNanos > 2 * plainNanos && markedNanos < 100 * plainNanos, figures);
  }

  private static long transferNanos(boolean notices) {
    UcPair uc = new UcPair(1, MTU);
    long startNanos = uc.pair.nowNanos;
    for (int id = 0; id < 8; id++) {
      uc.post(request(uc, Opcode.WRITE, id, 1_000_000));
    }
    boolean done = uc.pair.run(
        () -> {
          if (notices) {
            notice(uc);
          }
          return near(uc).inbox.size() == 8;
        },
        5_000_000_000L);
    assertTrue(done, "not done");
    return uc.pair.nowNanos - startNanos;
  }

  private static void notice(UcPair uc) {
    LocalPort port = near(uc).node.ports.get(0);
    Copy.Ends ends = new Copy.Ends(
        far(uc).node.ports.get(0).address(), 50_000, port.address(), port.receivePort());
    Forgery notice = new Forgery(PacketOpcode.CONGESTION_NOTIFICATION, uc.near.number(), 0, 0);
    near(uc).node.receive(notice.sent(ends), false, uc.pair.nowNanos);
  }
}
