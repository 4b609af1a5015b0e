// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.AddressHandle;
import io.sennit.roce.EngineCounters.Kind;
import io.sennit.roce.PeerAttributes;
import io.sennit.roce.UcQueuePair;
import io.sennit.roce.UdMessage;
import io.sennit.roce.UdQueuePair;
import io.sennit.roce.wire.Grh;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.WorkCompletion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Datagrams and unreliable connections as a program uses them, between two addresses. */
final class UnreliableEndpointTest {
  private static final int QUEUE_KEY = 0x1111_1111;
  private static final int DEPTH = 16;

  private final String nearAddress = Station.freshAddress();
  private final String farAddress = Station.freshAddress();
  private final Station near = new Station(nearAddress, farAddress);
  private final Station far = new Station(farAddress, nearAddress);
  private final Clock clock = Clock.system();

  @AfterEach
  void close() {
    near.close();
    far.close();
  }

  /** Drives both sides. */
  private void await(BooleanSupplier done) {
    long startNanos = clock.nanoTime();
    while (!done.getAsBoolean()) {
      assertTrue(clock.nanoTime() - startNanos < Station.PATIENCE_NANOS, "nothing came");
      near.completions.poll(new WorkCompletion[0]);
      far.completions.poll(new WorkCompletion[0]);
    }
  }

  @Test
  void datagramIsShownToTheReceiverWithWhereItCameFrom() {
    List<byte[]> landed = new ArrayList<>();
    UdQueuePair to = far.endpoint.createUdQueuePair(QUEUE_KEY, 1, (message, now) -> {
      byte[] bytes = new byte[Grh.BYTES + message.payloadBytes()];
      message.copyTo(MemorySegment.ofArray(bytes), 0);
      landed.add(bytes);
      assertEquals(nearAddress, message.source().toString());
    });
    UdQueuePair from = near.endpoint.createUdQueuePair(QUEUE_KEY, 4, UnreliableEndpointTest::none);
    IpAddress there = IpAddress.of(InetAddress.ofLiteral(farAddress));
    AddressHandle handle = near.endpoint.addressHandle(from, there, to.number(), QUEUE_KEY);
    byte[] payload = new byte[from.mtuBytes()];
    Randomness.seeded(3).nextBytes(payload);
    assertEquals(PostStatus.POSTED, from.send(handle, MemorySegment.ofArray(payload), 0, 1_000));
    await(() -> !landed.isEmpty());
    byte[] whole = landed.getFirst();
    assertEquals(0x45, whole[20], "an IPv4 header in the second half of the 40 bytes");
    assertArrayEquals(
        Arrays.copyOf(payload, 1_000), Arrays.copyOfRange(whole, Grh.BYTES, whole.length));
    to.destroy();
    from.destroy();
  }

  private static void none(UdMessage message, long nowNanos) {
    throw new AssertionError("nobody sends to " + message.destination());
  }

  @Test
  void datagramWithAnotherQueueKeyIsDroppedAndCounted() {
    UdQueuePair to = far.endpoint.createUdQueuePair(QUEUE_KEY, 1, UnreliableEndpointTest::none);
    UdQueuePair from = near.endpoint.createUdQueuePair(7, 4, UnreliableEndpointTest::none);
    IpAddress there = IpAddress.of(InetAddress.ofLiteral(farAddress));
    AddressHandle handle = near.endpoint.addressHandle(from, there, to.number(), QUEUE_KEY ^ 1);
    assertEquals(PostStatus.POSTED, from.send(handle, MemorySegment.ofArray(new byte[8]), 0, 8));
    await(() -> far.endpoint.engine().counters().count(Kind.WRONG_QUEUE_KEY) == 1);
    IpAddress six = new IpAddress(0xfd00L << 48, 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> near.endpoint.addressHandle(from, six, to.number(), QUEUE_KEY));
    to.destroy();
    from.destroy();
  }

  private static UcQueuePair unreliable(Station station) {
    return station.endpoint.createUcQueuePair(
        station.domain,
        new QueuePairConfig(
            station.endpoint.path(),
            station.completions,
            station.completions,
            station.receives,
            DEPTH));
  }

  private static PeerAttributes attributes(UcQueuePair queuePair) {
    return PeerAttributes.unreliable(queuePair.number(), queuePair.firstPsn(), Station.MTU_BYTES);
  }

  @Test
  void messageOfAnUnreliableConnectionMeetsAReceive() {
    UcQueuePair from = unreliable(near);
    UcQueuePair to = unreliable(far);
    from.connect(attributes(to));
    to.connect(attributes(from));
    int length = 10_000;
    byte[] sent = new byte[length];
    Randomness.seeded(4).nextBytes(sent);
    MemorySegment.copy(sent, 0, near.memory.segment(), ValueLayout.JAVA_BYTE, 0, length);
    far.receives.post(5, far.memory, 0, length);
    from.post(near.request.reset(Opcode.SEND, 7).local(near.memory, 0, length));
    assertEquals("SEND 7 SUCCESS", near.next(far));
    assertEquals("RECEIVE 5 SUCCESS", far.next(near));
    byte[] landed = far.memory.segment().asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    assertArrayEquals(sent, landed);
  }

  @Test
  void domainOfAnotherEndpointIsRefused() {
    QueuePairConfig config = new QueuePairConfig(
        near.endpoint.path(), far.completions, far.completions, far.receives, DEPTH);
    assertThrows(
        IllegalArgumentException.class, () -> near.endpoint.createUcQueuePair(far.domain, config));
  }
}
