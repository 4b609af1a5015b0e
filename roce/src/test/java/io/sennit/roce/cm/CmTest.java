// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.cm.CmConnection.State;
import io.sennit.roce.cm.CmCounters.Kind;
import io.sennit.roce.wire.IpAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two managers: connections made and ended, on good networks and bad ones. */
final class CmTest {
  private static final int PORT = 7174;
  private static final int NEAR_QP = 1001;
  private static final int FAR_QP = 2001;
  private static final IpAddress NEAR = Messages.NEAR;
  private static final IpAddress FAR = Messages.FAR;
  private static final List<String> KINDS = List.of(
      "ConnectRequest", "ConnectReply", "ReadyToUse", "DisconnectRequest", "DisconnectReply");

  private CmNet net = new CmNet(1);
  private CmService near = net.add(NEAR, CmConfig.STANDARD);
  private CmService far = net.add(FAR, CmConfig.STANDARD);
  private Party client = new Party();
  private Party server = new Party();
  private final List<CmConnection> requests = new ArrayList<>();

  private void anew(CmConfig config) {
    net = new CmNet(1);
    near = net.add(NEAR, config);
    far = net.add(FAR, config);
    client = new Party();
    server = new Party();
    requests.clear();
  }

  private void serve() {
    far.listen(PORT, request -> {
      requests.add(request);
      request.accept(server.queuePair(FAR_QP), Messages.text("welcome"), server);
    });
  }

  private CmConnection connect() {
    return near.connect(FAR, PORT, client.request(NEAR_QP), Messages.text("hello"), client);
  }

  private CmConnection established() {
    serve();
    CmConnection connection = connect();
    assertTrue(net.run(() -> server.story.contains("established"), 60_000), server.tale());
    return connection;
  }

  @Test
  void bothSidesLearnOfEachOther() {
    CmConnection connection = established();
    assertEquals("connect 2001, established", client.tale());
    assertEquals("connect 1001, established", server.tale());
    assertEquals(
        new RemoteEnd(FAR, FAR_QP, FAR_QP + 1, NEAR_QP + 1, 1024, 8, 8, 14, 7, 7),
        client.remotes.getFirst());
    assertEquals(
        new RemoteEnd(NEAR, NEAR_QP, NEAR_QP + 1, FAR_QP + 1, 1024, 8, 8, 14, 7, 7),
        server.remotes.getFirst());
    assertEquals(List.of("ConnectRequest", "ConnectReply", "ReadyToUse"), net.sent);
    assertEquals("77656c636f6d65", client.privateData.toString().substring(0, 14), "welcome");
    assertEquals("68656c6c6f", server.privateData.toString().substring(0, 10), "hello");
    assertEquals(State.ESTABLISHED, connection.state());
    assertEquals(State.ESTABLISHED, requests.getFirst().state());
    assertEquals(0, far.halfOpen(), "half-open connections");
  }

  @Test
  void establishedConnectionHasNoTimer() {
    established();
    net.settle(10_000);
    int before = net.sent.size();
    net.settle(3_600_000);
    assertEquals(before, net.sent.size(), "messages in an hour: " + net.sent);
  }

  @Test
  void eitherSideCanEndIt() {
    established().disconnect();
    net.settle(1000);
    assertEquals("connect 2001, established, ended CLOSED", client.tale());
    assertEquals("connect 1001, established, ended DISCONNECTED", server.tale());
    anew(CmConfig.STANDARD);
    established();
    requests.getFirst().disconnect();
    net.settle(1000);
    assertEquals("connect 2001, established, ended DISCONNECTED", client.tale());
    assertEquals("connect 1001, established, ended CLOSED", server.tale());
  }

  @Test
  void bothSidesCanEndItAtTheSameTime() {
    established().disconnect();
    requests.getFirst().disconnect();
    net.settle(1000);
    assertEquals(1, count(client, "ended"), client.tale());
    assertEquals(1, count(server, "ended"), server.tale());
    assertForgotten();
  }

  private static long count(Party party, String beginning) {
    return party.story.stream().filter(word -> word.startsWith(beginning)).count();
  }

  private void assertForgotten() {
    net.settle(100_000);
    assertEquals(0, near.connections() + far.connections(), "connections");
    assertEquals(0, near.remembered() + far.remembered(), "remembered ones");
    assertEquals(0, far.halfOpen(), "half-open ones");
  }

  private void wholeLife(String what) {
    serve();
    CmConnection connection = connect();
    assertTrue(net.run(() -> server.story.contains("established"), 60_000), what + server.tale());
    connection.disconnect();
    assertTrue(net.run(() -> server.end != null && client.end != null, 60_000), what);
    assertEquals("connect 2001, established, ended CLOSED", client.tale(), what);
    assertEquals("connect 1001, established, ended DISCONNECTED", server.tale(), what);
    assertForgotten();
  }

  @Test
  void everyMessageMayBeLostOnceOrTwice() {
    for (String lost : KINDS) {
      for (int times = 1; times <= 2; times++) {
        anew(CmConfig.STANDARD);
        int most = times;
        net.weather = (kind, nth) -> kind.equals(lost) && nth < most ? new int[0] : new int[] {1};
        wholeLife(lost + " lost " + times + " times: ");
      }
    }
  }

  @Test
  void everyMessageMayComeTwice() {
    for (String doubled : KINDS) {
      anew(CmConfig.STANDARD);
      net.weather = (kind, nth) -> kind.equals(doubled) ? new int[] {1, 2, 40} : new int[] {1};
      wholeLife(doubled + " tripled: ");
    }
  }

  @Test
  void everyMessageMayComeAfterItsRepetition() {
    for (String late : KINDS) {
      anew(CmConfig.STANDARD);
      net.weather = (kind, nth) -> new int[] {kind.equals(late) && nth == 0 ? 1_300 : 1};
      wholeLife(late + " late: ");
    }
  }

  @Test
  void badWeatherOfEveryKindEndsWell() {
    for (int seed = 0; seed < 200; seed++) {
      net = new CmNet(seed);
      CmNet current = net;
      near = net.add(NEAR, CmConfig.STANDARD);
      far = net.add(FAR, CmConfig.STANDARD);
      client = new Party();
      server = new Party();
      net.weather = (kind, nth) -> {
        int[] copies = new int[current.random.nextInt(3)];
        for (int at = 0; at < copies.length; at++) {
          copies[at] = 1 + current.random.nextInt(900);
        }
        return copies;
      };
      serve();
      CmConnection connection = connect();
      net.settle(20_000);
      connection.disconnect();
      net.settle(20_000);
      for (Party party : List.of(client, server)) {
        assertTrue(count(party, "ended") <= 1, "seed " + seed + ": " + party.tale());
        assertTrue(count(party, "established") <= 1, "seed " + seed + ": " + party.tale());
      }
      assertEquals(1, count(client, "ended"), "seed " + seed + ": " + client.tale());
      assertForgotten();
    }
  }

  @Test
  void silentPeerIsGivenUp() {
    net.weather = (kind, nth) -> new int[0];
    connect();
    assertTrue(net.run(() -> client.end != null, 10_000), "it ends");
    assertEquals(11, net.count("ConnectRequest"), "once and ten times more");
    assertEquals("ended TIMED_OUT", client.tale());
    assertForgotten();
  }

  @Test
  void serverDoesNotWaitForEverForTheLastMessage() {
    net.weather = (kind, nth) -> kind.equals("ReadyToUse") ? new int[0] : new int[] {1};
    serve();
    CmConnection connection = connect();
    assertTrue(net.run(() -> server.end != null, 20_000), server.tale());
    assertEquals("connect 1001, ended TIMED_OUT", server.tale());
    assertEquals(4, net.count("ConnectReply"), "once and three times more");
    connection.disconnect();
    net.settle(100);
    assertEquals("connect 2001, established, ended CLOSED", client.tale());
    assertForgotten();
  }

  @Test
  void peerThatVanishedIsToldOnceMoreAndThenForgotten() {
    CmConnection connection = established();
    net.weather = (kind, nth) -> new int[0];
    connection.disconnect();
    assertTrue(net.run(() -> client.end != null, 20_000), client.tale());
    assertEquals("connect 2001, established, ended CLOSED", client.tale());
    assertEquals(11, net.count("DisconnectRequest"), "once and ten times more");
  }

  @Test
  void nobodyListens() {
    connect();
    net.settle(100);
    CmEnd end = client.end;
    assertNotNull(end, "an end");
    assertEquals(RejectReason.INVALID_SERVICE_ID.code(), end.rejectCode());
    assertEquals("nobody listens at that port of the peer", end.reason());
    assertForgotten();
  }

  @Test
  void applicationRejectsWithItsOwnWords() {
    far.listen(PORT, request -> request.reject(Messages.text("not today")));
    connect();
    net.settle(100);
    CmEnd end = client.end;
    assertNotNull(end, "an end");
    assertEquals(CmEnd.Kind.REJECTED, end.kind());
    assertEquals(RejectReason.CONSUMER.code(), end.rejectCode());
    assertEquals("6e6f7420746f646179", end.privateData().toString().substring(0, 18));
    assertForgotten();
  }

  @Test
  void applicationThatThrowsRejectsAndHarmsNobody() {
    for (RuntimeException e :
        List.of(new IllegalArgumentException(), new IllegalStateException())) {
      anew(CmConfig.STANDARD);
      far.listen(PORT, request -> {
        throw e;
      });
      connect();
      net.settle(100);
      CmEnd end = client.end;
      assertNotNull(end, e + ": an end");
      assertEquals(RejectReason.CONSUMER.code(), end.rejectCode(), e.toString());
      assertEquals(1, far.counters().count(Kind.APPLICATION_FAILED), e.toString());
      assertEquals(0, far.counters().count(Kind.MALFORMED), e.toString());
      assertForgotten();
    }
  }

  @Test
  void applicationThatThrowsAfterItHasAcceptedRejects() {
    far.listen(PORT, request -> {
      request.accept(server.queuePair(FAR_QP), PrivateData.NONE, server);
      throw new IllegalStateException("second thoughts");
    });
    connect();
    net.settle(100);
    assertEquals("connect 1001, ended CLOSED", server.tale());
    assertEquals("connect 2001, established, ended REJECTED", client.tale());
    assertForgotten();
  }

  @Test
  void handlerThatThrowsEndsItsConnectionOnly() {
    Party broken = new Party() {
      @Override
      public void established(CmConnection connection) {
        throw new IllegalArgumentException("no use for it");
      }
    };
    far.listen(PORT, request -> request.accept(broken.queuePair(FAR_QP), PrivateData.NONE, broken));
    connect();
    net.settle(1_000);
    assertEquals("connect 1001, ended CLOSED", broken.tale());
    assertEquals("connect 2001, established, ended DISCONNECTED", client.tale());
    assertEquals(1, far.counters().count(Kind.APPLICATION_FAILED));
    assertForgotten();
  }

  @Test
  void applicationMayAnswerLater() {
    far.listen(PORT, requests::add);
    connect();
    net.settle(3_000);
    assertEquals(1, requests.size(), "repetitions are no requests of their own");
    requests.getFirst().accept(server.queuePair(FAR_QP), PrivateData.NONE, server);
    net.settle(1_000);
    assertEquals("connect 2001, established", client.tale());
    assertEquals("connect 1001, established", server.tale());
  }

  @Test
  void applicationThatNeverAnswersIsAnsweredFor() {
    anew(new CmConfig(
        4791, new CmTiming(17, 10), 60_000_000_000L, 2_000_000_000L, 1_000_000L, 9, 9, 9, 9));
    far.listen(PORT, requests::add);
    connect();
    net.settle(4_000);
    CmEnd end = client.end;
    assertNotNull(end, "an end");
    assertEquals(RejectReason.TIMEOUT.code(), end.rejectCode());
    assertThrows(
        IllegalStateException.class,
        () -> requests.getFirst().accept(server.queuePair(FAR_QP), PrivateData.NONE, server));
    assertForgotten();
  }

  @Test
  void queuePairThatCannotBeConnectedEndsItOnBothSides() {
    serve();
    client.refusal = new IllegalArgumentException("no such path MTU");
    connect();
    net.settle(1_000);
    assertEquals("ended UNUSABLE", client.tale());
    assertEquals("connect 1001, ended REJECTED", server.tale());
    assertForgotten();
    anew(CmConfig.STANDARD);
    serve();
    server.refusal = new IllegalStateException("not in INIT");
    connect();
    net.settle(1_000);
    assertEquals("ended REJECTED", client.tale());
    assertEquals("ended UNUSABLE", server.tale());
    assertForgotten();
  }

  @Test
  void requestThatIsGivenUpEndsOnBothSides() {
    far.listen(PORT, requests::add);
    CmConnection connection = connect();
    net.settle(10);
    connection.disconnect();
    net.settle(10);
    assertEquals("ended CLOSED", client.tale());
    assertEquals(State.GONE, requests.getFirst().state());
    assertForgotten();
  }

  @Test
  void closingTellsAllPeers() {
    established();
    near.close();
    net.settle(100);
    assertEquals("connect 2001, established, ended CLOSED", client.tale());
    assertEquals("connect 1001, established, ended DISCONNECTED", server.tale());
    assertThrows(IllegalStateException.class, this::connect);
  }

  @Test
  void pathMtuThatTheLinkDoesNotAllowIsRefused() {
    serve();
    CmRequest large = new CmRequest(1, client.queuePair(NEAR_QP), new RequestTerms(4096, 14, 7));
    near.connect(FAR, PORT, large, PrivateData.NONE, client);
    net.settle(100);
    CmEnd end = client.end;
    assertNotNull(end, "an end");
    assertEquals(RejectReason.INVALID_MTU.code(), end.rejectCode());
  }

  @Test
  void oneListenerForAPort() {
    serve();
    assertThrows(IllegalStateException.class, this::serve);
    far.unlisten(PORT);
    serve();
  }
}
