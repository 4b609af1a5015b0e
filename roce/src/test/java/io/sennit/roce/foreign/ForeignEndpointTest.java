// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.PeerAttributes;
import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.roce.cm.RemoteEnd;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two endpoints, each of which takes the other for a peer that it knows nothing about. */
final class ForeignEndpointTest {
  private static final int LONG_BYTES = 100_000;

  /** Two stations that are connected. */
  private record Link(Station near, Station far) implements AutoCloseable {
    static Link open(Retries retries) {
      String nearAddress = Station.freshAddress();
      String farAddress = Station.freshAddress();
      Link link =
          new Link(new Station(nearAddress, farAddress), new Station(farAddress, nearAddress));
      link.near.endpoint.connect(link.near.queuePair, link.far.attributes(retries));
      link.far.endpoint.connect(link.far.queuePair, link.near.attributes(retries));
      byte[] bytes = new byte[Station.MEMORY_BYTES];
      Randomness.seeded(4).nextBytes(bytes);
      link.near.memory.segment().copyFrom(MemorySegment.ofArray(bytes));
      return link;
    }

    /** A request of near's between the same offset of both memories. */
    String complete(Opcode opcode, int length) {
      near.post(near.request
          .reset(opcode, 7)
          .local(near.memory, 0, length)
          .remote(far.memory.address(), far.memory.remoteKey())
          .immediate(0x0102_0304)
          .compareAndSwap(5, 6));
      return near.next(far);
    }

    long mismatch(int length) {
      return MemorySegment.mismatch(
          near.memory.segment(), 0, length, far.memory.segment(), 0, length);
    }

    @Override
    public void close() {
      near.close();
      far.close();
    }
  }

  @Test
  void writesAndReadsMoveTheirBytes() {
    try (Link link = Link.open(Retries.USUAL)) {
      assertEquals("WRITE 7 SUCCESS", link.complete(Opcode.WRITE, LONG_BYTES));
      assertEquals(-1, link.mismatch(LONG_BYTES), "where the memories differ after a WRITE");
      link.far.memory.segment().set(ValueLayout.JAVA_LONG, 8, 0x55);
      assertEquals("READ 7 SUCCESS", link.complete(Opcode.READ, LONG_BYTES));
      assertEquals(-1, link.mismatch(LONG_BYTES), "where the memories differ after a READ");
    }
  }

  @Test
  void sendsMeetReceivesAndImmediatesArrive() {
    try (Link link = Link.open(Retries.USUAL)) {
      link.far.receives.post(1, link.far.memory, 0, LONG_BYTES);
      assertEquals("SEND 7 SUCCESS", link.complete(Opcode.SEND, LONG_BYTES));
      assertEquals("RECEIVE 1 SUCCESS", link.far.next(link.near));
      assertEquals(-1, link.mismatch(LONG_BYTES), "where the memories differ after a SEND");
      link.far.receives.post(2, link.far.memory, 0, 0);
      assertEquals(
          "WRITE_WITH_IMMEDIATE 7 SUCCESS", link.complete(Opcode.WRITE_WITH_IMMEDIATE, 100));
      assertEquals("RECEIVE_WITH_IMMEDIATE 2 SUCCESS", link.far.next(link.near));
      assertEquals(0x0102_0304, link.far.last().immediate());
    }
  }

  @Test
  void atomicsChangeThePeersWordOnce() {
    try (Link link = Link.open(Retries.USUAL)) {
      link.far.memory.segment().set(ValueLayout.JAVA_LONG, 0, 5);
      assertEquals("COMPARE_AND_SWAP 7 SUCCESS", link.complete(Opcode.COMPARE_AND_SWAP, 8));
      assertEquals(5, link.near.memory.segment().get(ValueLayout.JAVA_LONG, 0), "what was found");
      assertEquals(6, link.far.memory.segment().get(ValueLayout.JAVA_LONG, 0), "what is there");
      assertEquals("FETCH_AND_ADD 7 SUCCESS", link.complete(Opcode.FETCH_AND_ADD, 8));
      assertEquals(6, link.near.memory.segment().get(ValueLayout.JAVA_LONG, 0), "what was found");
      assertEquals(12, link.far.memory.segment().get(ValueLayout.JAVA_LONG, 0), "what is there");
    }
  }

  @Test
  void peerThatIsSilentIsGivenUpAfterTheTimeoutsItWasGiven() {
    String peer = Station.freshAddress();
    try (Station near = new Station(Station.freshAddress(), peer)) {
      Retries retries = new Retries(13, 2, 7, 12);
      near.endpoint.connect(near.queuePair, new PeerAttributes(17, 0, 1024, 1, 1, retries));
      Clock clock = Clock.system();
      long startNanos = clock.nanoTime();
      near.post(near.request.reset(Opcode.SEND, 3).local(near.memory, 0, 10));
      assertEquals("SEND 3 RETRY_EXCEEDED", near.next(near));
      long tookNanos = clock.nanoTime() - startNanos;
      long least = 3 * retries.timeoutNanos();
      assertTrue(tookNanos >= least, tookNanos + " ns, three time-outs take " + least);
    }
  }

  @Test
  void peerWithoutReceivesIsAskedAgainAsOftenAsWasSaid() {
    try (Link link = Link.open(new Retries(14, 7, 2, 1))) {
      assertEquals("SEND 7 RECEIVER_NOT_READY_EXCEEDED", link.complete(Opcode.SEND, 10));
    }
  }

  @Test
  void secondOwnerOfAnAddressIsToldSo() {
    String address = Station.freshAddress();
    try (Station first = new Station(address, Station.freshAddress())) {
      IllegalStateException e =
          assertThrows(IllegalStateException.class, () -> ForeignEndpoint.open(address, Map.of()));
      String said = String.valueOf(e.getMessage());
      assertTrue(said.contains("UDP port 4791 of " + address), said);
      assertTrue(said.contains("rdma_rxe"), said);
      assertEquals(ForeignEndpoint.UDP_PORT, first.endpoint.port().receivePort());
    }
  }

  @Test
  void pathOfAnotherIpVersionOrTooLargeAnMtuIsRefused() {
    String address = Station.freshAddress();
    try (Station station = new Station(address, Station.freshAddress())) {
      DomainConfig config = new DomainConfig(1 << 20, 1);
      assertThrows(
          IllegalArgumentException.class,
          () -> station.endpoint.createDomain(config, new IpAddress(0xfd00L << 48, 1)));
      assertThrows(
          IllegalArgumentException.class,
          () -> new PeerAttributes(17, 0, 8192, 1, 1, Retries.USUAL));
    }
  }

  @Test
  void queuePairOfAnotherPeersDomainIsNotConnected() {
    String peer = Station.freshAddress();
    try (Station station = new Station(Station.freshAddress(), peer)) {
      ForeignQueuePair own = new ForeignQueuePair(station.endpoint, station.queuePair, 1);
      IllegalArgumentException e = assertThrows(
          IllegalArgumentException.class, () -> own.connect(end(Station.freshAddress())));
      String said = String.valueOf(e.getMessage());
      assertTrue(said.contains(peer), said);
      assertEquals(QueuePairState.INIT, station.queuePair.state());
      own.connect(end(peer));
      assertEquals(QueuePairState.READY_TO_SEND, station.queuePair.state());
    }
  }

  private static RemoteEnd end(String address) {
    IpAddress peer = IpAddress.of(InetAddress.ofLiteral(address));
    return new RemoteEnd(peer, 17, 1, 2, Station.MTU_BYTES, 1, 1, 14, 7, 7);
  }
}
