// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.cm.CmConnection.State;
import io.sennit.roce.cm.CmCounters.Kind;
import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What peers cannot do that lie, guess, or ask for too much. */
final class CmStrangersTest {
  private static final int PORT = 7174;
  private static final IpAddress NEAR = Messages.NEAR;
  private static final IpAddress FAR = Messages.FAR;
  private static final IpAddress THIEF = IpAddress.ofIpv4(0x0a01_0299);
  private static final CmConfig SMALL = new CmConfig(
      4791, new CmTiming(17, 10), 5_000_000_000L, 2_000_000_000L, 4_000_000_000L, 12, 8, 3, 4);

  private final CmNet net = new CmNet(5);
  private final CmService near = net.add(NEAR, SMALL);
  private final CmService far = net.add(FAR, SMALL);
  private final Party client = new Party();
  private final Party server = new Party();
  private final List<CmConnection> requests = new ArrayList<>();
  private int queuePair = 1000;

  private void serve() {
    far.listen(PORT, request -> {
      requests.add(request);
      request.accept(server.queuePair(queuePair++), PrivateData.NONE, server);
    });
  }

  private CmConnection connect() {
    return near.connect(FAR, PORT, client.request(queuePair++), PrivateData.NONE, client);
  }

  private CmConnection established() {
    serve();
    CmConnection connection = connect();
    assertTrue(net.run(() -> server.story.contains("established"), 5_000), server.tale());
    return connection;
  }

  /** All that can be said about a connection by somebody who knows these ids. */
  private List<CmMessage> lies(int senderId, int receiverId, int receiverQueuePair) {
    CmHeader header = new CmHeader(99, senderId, receiverId);
    return List.of(
        new DisconnectRequest(header, receiverQueuePair),
        new DisconnectReply(header),
        new ConnectReject(header, Subject.OTHER, 28, PrivateData.NONE, PrivateData.NONE),
        new ReadyToUse(header),
        new MessageReceipt(header, Subject.REQUEST, 31),
        new ConnectReply(header, 1, Party.terms(77), PrivateData.NONE));
  }

  private void assertAlive(CmConnection connection, String lie) {
    assertEquals(State.ESTABLISHED, connection.state(), lie);
    assertEquals(State.ESTABLISHED, requests.getFirst().state(), lie);
    assertEquals("connect 1001, established", client.tale(), lie);
    assertEquals("connect 1000, established", server.tale(), lie);
  }

  @Test
  void whoKnowsBothIdsAndHasAnotherAddressIsAStranger() {
    CmConnection connection = established();
    CmConnection accepted = requests.getFirst();
    for (CmMessage lie : lies(accepted.localId(), connection.localId(), 1000)) {
      net.inject(THIEF, NEAR, lie);
      assertAlive(connection, lie.toString());
    }
    for (CmMessage lie : lies(connection.localId(), accepted.localId(), 1001)) {
      net.inject(THIEF, FAR, lie);
      assertAlive(connection, lie.toString());
    }
    assertEquals(6, near.counters().count(Kind.STRANGER));
  }

  @Test
  void whoHasTheAddressAndGuessesAnIdWrongIsAStranger() {
    CmConnection connection = established();
    int own = connection.localId();
    int peers = requests.getFirst().localId();
    for (CmMessage lie : lies(peers, own ^ 1, 1000)) {
      net.inject(FAR, NEAR, lie);
      assertAlive(connection, lie.toString());
    }
    for (CmMessage lie : lies(peers ^ 1, own, 1000)) {
      net.inject(FAR, NEAR, lie);
      assertAlive(connection, lie.toString());
    }
    net.inject(FAR, NEAR, new DisconnectRequest(new CmHeader(99, peers, own), 1003));
    assertAlive(connection, "an end of another queue pair");
  }

  @Test
  void replyAndRejectionNeedTheTransaction() {
    CmConnection connection = connect();
    int own = connection.localId();
    net.inject(
        FAR,
        NEAR,
        new ConnectReply(new CmHeader(99, 5, own), 1, Party.terms(77), PrivateData.NONE));
    net.inject(
        FAR,
        NEAR,
        new ConnectReject(
            new CmHeader(99, 5, own), Subject.REQUEST, 28, PrivateData.NONE, PrivateData.NONE));
    net.inject(FAR, NEAR, new MessageReceipt(new CmHeader(99, 5, own), Subject.REQUEST, 31));
    assertEquals("", client.tale());
    assertEquals(State.REQUESTING, connection.state());
    assertEquals(3, near.counters().count(Kind.UNEXPECTED));
  }

  @Test
  void secondReplyOfAnotherServerIsNotTaken() {
    CmConnection connection = established();
    long transaction = net.requestOf(connection).header().transaction();
    net.inject(
        FAR,
        NEAR,
        new ConnectReply(
            new CmHeader(transaction, 5, connection.localId()),
            1,
            Party.terms(77),
            PrivateData.NONE));
    assertAlive(connection, "another reply");
    assertEquals(1, client.remotes.size(), client.remotes.toString());
  }

  @Test
  void requestThatNamesAnotherAddressIsRefused() {
    serve();
    net.inject(THIEF, FAR, Messages.request(NEAR, FAR));
    net.inject(NEAR, FAR, Messages.request(NEAR, THIEF));
    assertEquals(2, far.counters().count(Kind.REJECTED));
    assertEquals(List.of("ConnectReject", "ConnectReject"), net.sent);
    assertEquals(0, far.connections());
  }

  @Test
  void sameIdWithAnotherTransactionIsRefusedAndHarmsNobody() {
    CmConnection connection = established();
    ConnectRequest good = net.requestOf(connection);
    CmHeader header = new CmHeader(99, good.header().localId(), 0);
    net.inject(
        NEAR,
        FAR,
        new ConnectRequest(
            header,
            good.service(),
            good.origin(),
            good.terms(),
            good.path(),
            good.timing(),
            good.privateData()));
    assertEquals("ConnectReject", net.sent.getLast());
    net.settle(100);
    assertAlive(connection, "a second request of the same id");
  }

  @Test
  void onePeerCannotTakeAllHalfOpenOnes() {
    far.listen(PORT, requests::add);
    for (int at = 0; at < 5; at++) {
      connect();
    }
    net.settle(100);
    assertEquals(3, far.halfOpen(), "of one peer");
    assertEquals(2, far.counters().count(Kind.FULL));
    assertEquals(RejectReason.NO_RESOURCES.code(), rejectCode());
    CmService other = net.add(THIEF, SMALL);
    Party third = new Party();
    other.connect(FAR, PORT, third.request(9), PrivateData.NONE, third);
    net.settle(100);
    assertEquals(4, far.halfOpen(), "another peer has room");
    net.settle(20_000);
    assertEquals(0, far.halfOpen(), "when nobody has answered");
  }

  private int rejectCode() {
    CmEnd end = client.end;
    assertNotNull(end, "an end");
    return end.rejectCode();
  }

  @Test
  void floodOfRequestsFromEverywhereIsBounded() {
    far.listen(PORT, requests::add);
    for (int at = 0; at < 1000; at++) {
      IpAddress forged = IpAddress.ofIpv4(0x0b00_0000 | at);
      net.inject(forged, FAR, Messages.request(forged, FAR));
    }
    assertEquals(8, far.halfOpen());
    assertEquals(8, requests.size());
    assertEquals(992, far.counters().count(Kind.FULL));
  }

  @Test
  void forgedRequestIsAnsweredByFourMessagesAtMost() {
    serve();
    net.inject(THIEF, FAR, Messages.request(THIEF, FAR));
    net.settle(100_000);
    assertEquals(Collections.nCopies(4, "ConnectReply"), net.sent);
    assertEquals("connect " + 0x41_4243 + ", ended TIMED_OUT", server.tale());
    assertEquals(0, far.connections() + far.halfOpen(), "what is left of it");
  }

  @Test
  void connectionsAreBoundedOnBothSides() {
    serve();
    for (int at = 0; at < 12; at++) {
      connect();
      net.settle(100);
    }
    assertEquals(12, near.connections());
    IllegalStateException e = assertThrows(IllegalStateException.class, this::connect);
    assertEquals("all 12 connections are in use", e.getMessage());
    CmService other = net.add(THIEF, SMALL);
    Party late = new Party();
    other.connect(FAR, PORT, late.request(9), PrivateData.NONE, late);
    net.settle(100);
    assertEquals("ended REJECTED", late.tale());
  }

  @Test
  void endedConnectionsAreRememberedUpToABound() {
    serve();
    for (int at = 0; at < 7; at++) {
      CmConnection connection = connect();
      net.settle(10);
      connection.disconnect();
      net.settle(10);
    }
    assertEquals(4, near.remembered());
    assertEquals(4, far.remembered());
    assertEquals(3, far.counters().count(Kind.TIMEWAIT_FULL));
    net.settle(5_000);
    assertEquals(0, near.remembered() + far.remembered());
  }

  @Test
  void peerThatAsksForPatienceForEverIsGivenUp() {
    net.weather = (kind, nth) -> new int[0];
    CmConnection connection = connect();
    ConnectRequest request = net.requestOf(connection);
    for (int second = 0; second < 6 && client.end == null; second++) {
      CmHeader header = request.header().answered(5);
      net.inject(FAR, NEAR, new MessageReceipt(header, Subject.REQUEST, 31));
      net.settle(1_000);
    }
    assertEquals("ended TIMED_OUT", client.tale());
    assertEquals(1, net.count("ConnectRequest"), "nothing was repeated meanwhile");
  }

  @Test
  void patienceThatAPeerAsksForIsGiven() {
    net.weather = (kind, nth) -> new int[0];
    CmConnection connection = connect();
    CmHeader header = net.requestOf(connection).header().answered(5);
    net.inject(FAR, NEAR, new MessageReceipt(header, Subject.REQUEST, 19));
    net.settle(2_000);
    assertEquals(1, net.count("ConnectRequest"), "2.1 s were asked for");
    net.settle(500);
    assertEquals(2, net.count("ConnectRequest"));
  }

  @Test
  void endOfAConnectionThatNobodyKnowsIsConfirmed() {
    net.inject(NEAR, FAR, new DisconnectRequest(Messages.HEADER, 5));
    assertEquals(List.of("DisconnectReply"), net.sent);
    net.inject(NEAR, FAR, new DisconnectReply(Messages.HEADER));
    net.inject(NEAR, FAR, new ReadyToUse(Messages.HEADER));
    net.inject(NEAR, FAR, Messages.reply());
    net.inject(NEAR, FAR, Messages.reject());
    assertEquals(1, net.sent.size(), "nothing else is answered: " + net.sent);
  }

  @Test
  void randomMessagesWithTheRightIdsNeverBreakAnything() {
    CmConnection connection = established();
    CmConnection accepted = requests.getFirst();
    int ends = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[Mad.BYTES];
      net.random.nextBytes(bytes);
      ByteBuffer mad = ByteBuffer.wrap(bytes);
      mad.putInt(0, 0x0107_0203).putShort(16, (short) (0x10 + round % 7));
      if (net.random.nextBoolean()) {
        mad.putInt(24, accepted.localId()).putInt(28, connection.localId());
      }
      near.receive(FAR, mad, net.clock.nanoTime());
      ends = client.story.size();
    }
    assertTrue(ends <= 3, client.tale());
    net.settle(10_000);
    assertTrue(near.connections() <= 1, near.connections() + " connections");
    assertEquals(0, near.remembered());
  }

  @Test
  void datagramsOfOtherLengthsAndClassesAreDropped() {
    near.receive(FAR, ByteBuffer.allocate(0), 0);
    near.receive(FAR, ByteBuffer.allocate(256), 0);
    near.receive(FAR, ByteBuffer.allocate(1024), 0);
    assertEquals(3, near.counters().count(Kind.MALFORMED));
    assertNull(client.end, "an end");
  }
}
