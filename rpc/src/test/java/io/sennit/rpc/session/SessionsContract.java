// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamEnd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What sessions do over real sockets, whatever the provider; server and client share nothing. */
abstract class SessionsContract extends SessionsFixture {
  @Test
  void aSessionComesUpCarriesCallsAndEndsOnBothSides() throws Exception {
    SessionServer server = serve(0);
    Events events = connect(server);
    Session session = events.session();
    for (int length : new int[] {0, 1, 1_000, 20_000, 1 << 20, 5_000_000}) {
      assertArrayEquals(bytes(length), EchoDoor.echo(session, bytes(length)), length + " bytes");
    }
    assertEquals(1, server.sessions().size());
    assertEquals(session.info().sessionId(), server.sessions().getFirst().info().sessionId());
    session.shutdown();
    assertContains(events.ended(), "OK");
    Events atServer = served.poll(30, TimeUnit.SECONDS);
    assertTrue(atServer != null, "no session was served");
    atServer.ended();
    awaitThat("the server forgets the session", () -> server.sessions().isEmpty());
  }

  @Test
  void blockedPlatformThreadsDriveAndGetTheirAnswers() throws Exception {
    Session session = connect(serve(0)).session();
    SessionLoop loop = clientGroup.loop(session);
    for (int i = 0; i < 500; i++) {
      LoopWaiter waiter = loop.waiter();
      EchoDoor.Call call = EchoDoor.open(session, "echo", bytes(64));
      var told = call.end.whenComplete((end, failure) -> waiter.signal());
      assertTrue(waiter.await(CLOCK.nanoTime() + 20 * SECOND), "call " + i);
      told.get(20, TimeUnit.SECONDS);
      assertArrayEquals(bytes(64), call.answer.get(20, TimeUnit.SECONDS), "call " + i);
    }
  }

  @Test
  void theServersShutdownLetsCallsEndAndRefusesNewSessions() throws Exception {
    SessionServer server = serve(0);
    Events events = connect(server);
    assertArrayEquals(bytes(10), EchoDoor.echo(events.session(), bytes(10)));
    server.shutdown();
    assertContains(events.ended(), "UNAVAILABLE", "shutting down");
    // Who connects before the port is closed is refused too, in other words.
    String refusal = "";
    for (int i = 0; i < 20 && !refusal.contains("nobody listens on"); i++) {
      refusal = connect(server).ended();
      assertContains(refusal, "UNAVAILABLE");
    }
    assertContains(refusal, "nobody listens on");
  }

  @Test
  void aBrokenOffSessionEndsCallsOfTheOtherSideWithTheFirstCause() throws Exception {
    SessionServer server = serve(0);
    Events events = connect(server);
    EchoDoor.Call call = EchoDoor.open(events.session(), "hang", bytes(10));
    awaitThat(
        "the call arrives",
        () -> server.sessions().stream().anyMatch(each -> each.snapshot().callsStarted() == 1));
    server.shutdownNow("the operator pulled the plug");
    StreamEnd end = call.end.get(20, TimeUnit.SECONDS);
    assertEquals(StatusCode.UNAVAILABLE, end.code(), end.toString());
    assertContains(end.description(), "the operator pulled the plug");
    assertContains(events.ended(), "the operator pulled the plug");
  }

  @Test
  void nobodyListens() throws Exception {
    int port = serve(0).localAddress().getPort();
    closeAll();
    open.clear();
    clientGroup = group("client", List.of());
    open.add(clientGroup);
    assertContains(
        connect("127.0.0.1", port).ended(), "nobody listens on 127.0.0.1:" + port, "start");
  }

  @Test
  void anUnknownHostIsNamed() throws Exception {
    assertContains(connect("no-such-host.invalid", 1).ended(), "unknown host no-such-host.invalid");
  }

  @Test
  void aSecondServerOnThePortIsRefused() throws Exception {
    int port = serve(0).localAddress().getPort();
    IOException refused = assertThrows(IOException.class, () -> serve(port));
    assertContains(refused.toString(), "port " + port + " is in use", "another port");
  }

  @Test
  void aPortThatSpeaksSomethingElseIsNamed() throws Exception {
    assertContains(connectToStranger("HTTP/1.1 400 Bad\r\n\r\n"), "HTTP/1", "check the port");
    assertContains(connectToStranger("\0\0\22\4\0\0\0\0\0"), "HTTP/2", "check the port");
    assertContains(connectToStranger(""), "closed the connection", "check the port");
  }

  private String connectToStranger(String greeting) throws Exception {
    try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Events events = connect("127.0.0.1", stranger.getLocalPort());
      try (Socket socket = stranger.accept()) {
        int first = socket.getInputStream().read();
        assertEquals(0x93, first);
        socket.getOutputStream().write(greeting.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        socket.shutdownOutput();
        return events.ended();
      }
    }
  }

  @Test
  void aPortThatSaysNothingIsGivenUpInTime() throws Exception {
    config = config.withTimes(2 * SECOND, 3 * SECOND, SECOND / 2);
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      long before = CLOCK.nanoTime();
      assertContains(connect("127.0.0.1", silent.getLocalPort()).ended(), "said nothing", "within");
      assertTrue(
          CLOCK.nanoTime() - before < 20 * SECOND, "took " + (CLOCK.nanoTime() - before) + " ns");
    }
  }

  @Test
  void sessionsBeyondTheBoundAreRefusedAndTheBoundIsGivenBack() throws Exception {
    config = config.withServerBounds(1, 64);
    SessionServer server = serve(0);
    Events first = connect(server);
    first.session();
    awaitThat("the first is up", () -> server.sessions().size() == 1);
    assertContains(connect(server).ended(), "already has 1 sessions");
    assertEquals(1, server.count(ServerCount.REFUSED_FULL));
    first.session().shutdown();
    first.ended();
    awaitThat("the first is gone", () -> server.sessions().isEmpty());
    connect(server).session();
  }

  @Test
  void whatIsPinnedOnOneSideAndMissingOnTheOtherIsNamedOnBoth() throws Exception {
    SessionServer server = serve(0);
    config = config.withProviders(List.of("ibverbs"));
    assertContains(
        connect(server).ended(), "no provider can be used in this process", "ibverbs (there is no");
  }

  @Test
  void aProviderThatDoesNotComeUpIsSkippedInTheSameBootstrap() throws Exception {
    for (boolean byInviter : new boolean[] {true, false}) {
      serverGroup = group("server", List.of(new RefusingProvider(byInviter)));
      clientGroup = group("client", List.of(new RefusingProvider(byInviter)));
      open.add(serverGroup);
      open.add(clientGroup);
      Session session = connect(serve(0)).session();
      assertEquals(provider().name(), session.info().provider());
      assertArrayEquals(bytes(100), EchoDoor.echo(session, bytes(100)));
    }
  }

  @Test
  void aProviderWhoseLibraryIsMissingIsSkipped() throws Exception {
    clientGroup = group("client", List.of(new OpeningProvider(() -> {
      throw new UnsatisfiedLinkError("no such library");
    })));
    open.add(clientGroup);
    Session session = connect(serve(0)).session();
    assertEquals(provider().name(), session.info().provider());
  }

  @Test
  void aProviderWhoseOpeningHangsEndsTheAttemptInTime() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    clientGroup = group("client", List.of(new OpeningProvider(() -> {
      awaitUninterrupted(hangs);
      throw new IllegalStateException("came back");
    })));
    open.add(clientGroup);
    SessionServer server = serve(0);
    config = config.withTimes(SECOND, 25 * SECOND, SECOND / 2);
    try {
      assertContains(connect(server).ended(), "could not be opened within 1000 ms");
    } finally {
      hangs.countDown();
    }
  }

  @Test
  void ifNoProviderComesUpTheClientSaysWhy() throws Exception {
    serverGroup = group("server", List.of(new RefusingProvider(false)));
    clientGroup = group("client", List.of(new RefusingProvider(false)));
    open.add(serverGroup);
    open.add(clientGroup);
    config = config.withProviders(List.of("refusing"));
    assertContains(
        connect(serve(0)).ended(), "no provider works", "[refusing]", "refusing (another host)");
  }

  @Test
  void aLostLifelineIsDialedAgainAndNoCallNotices() throws Exception {
    SessionServer server = serve(0);
    try (CuttableLine line = new CuttableLine(server.localAddress())) {
      Events events = connect("127.0.0.1", line.port());
      Session session = events.session();
      awaitThat("the server has it", () -> server.sessions().size() == 1);
      for (int cuts = 1; cuts <= 3; cuts++) {
        line.cut();
        assertArrayEquals(bytes(300), EchoDoor.echo(session, bytes(300)), "cut " + cuts);
        int connections = 1 + cuts;
        awaitThat("it is dialed again", () -> line.connections.get() >= connections);
        assertFalse(events.isDown(), "cut " + cuts);
      }
      assertArrayEquals(bytes(70_000), EchoDoor.echo(session, bytes(70_000)));
      awaitThat("the server took it up again", () -> server.count(ServerCount.RESUMED) >= 1);
    }
  }

  @Test
  void aSessionLivesOnWithoutALifelineWhileItsStrandsAnswer() throws Exception {
    config = config.withTimes(25 * SECOND, SECOND * 3 / 2, SECOND / 4);
    MemoryNetwork network = new MemoryNetwork();
    serverGroup = group(network);
    clientGroup = group(network);
    SessionServer server = serve(7470);
    Events events = connect("127.0.0.1", 7470);
    Session session = events.session();
    awaitThat("the server has heard READY", () -> server.count(ServerCount.ESTABLISHED) == 1);
    network.cut();
    long until = CLOCK.nanoTime() + 2 * config.silenceNanos();
    for (int i = 0; CLOCK.nanoTime() - until < 0; i++) {
      assertArrayEquals(bytes(3_000), EchoDoor.echo(session, bytes(3_000)), "call " + i);
    }
    assertFalse(events.isDown(), "the session went down with its lifeline");
    assertEquals(1, network.connections.get(), "nothing got through");
    network.repair();
    awaitThat("it is taken up again", () -> server.count(ServerCount.RESUMED) == 1);
    assertArrayEquals(bytes(9), EchoDoor.echo(session, bytes(9)));
  }

  @Test
  void anotherServerBehindTheNameDoesNotEndTheSession() throws Exception {
    MemoryNetwork network = new MemoryNetwork();
    serverGroup = group(network);
    clientGroup = group(network);
    SessionServer server = serve(7470);
    SessionServer other = serve(7471);
    Events events = connect("127.0.0.1", 7470);
    Session session = events.session();
    awaitThat("the server has heard READY", () -> server.count(ServerCount.ESTABLISHED) == 1);
    network.redirect(server.localAddress(), other.localAddress());
    network.cut();
    network.repair();
    awaitThat("the other one is asked twice", () -> network.connections.get() >= 3);
    assertArrayEquals(bytes(30), EchoDoor.echo(session, bytes(30)));
    assertFalse(events.isDown(), "the other server has ended the session");
    network.redirect(server.localAddress(), server.localAddress());
    awaitThat("it is taken up again", () -> server.count(ServerCount.RESUMED) == 1);
  }

  @Test
  void slowNamesDoNotKeepARendezvousWaiting() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    CountDownLatch step = new CountDownLatch(1);
    try {
      for (int i = 0; i < 100; i++) {
        assertTrue(clientGroup.blocking().lookUp(() -> awaitUninterrupted(slow)), "look-up " + i);
      }
      assertTrue(clientGroup.blocking().run(step::countDown), "a step of a rendezvous is queued");
      assertTrue(step.await(20, TimeUnit.SECONDS), "a rendezvous waits for names");
    } finally {
      slow.countDown();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anAttemptCanBeCancelled() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Events events = new Events();
      Connecting attempt = new SessionConnector(clientGroup, config)
          .connect("127.0.0.1", silent.getLocalPort(), events);
      try (Socket accepted = silent.accept()) {
        assertEquals(0x93, accepted.getInputStream().read());
        attempt.cancel("the caller went home");
        assertContains(events.ended(), "the caller went home");
      }
    }
  }

  @Test
  void anAttemptThatEndsWhileItsSessionIsMadeEndsOnce() throws Exception {
    int before = clientGroup.book().live();
    SessionServer server = serve(0);
    CompletableFuture<Connecting> attempt = new CompletableFuture<>();
    List<String> heard = new CopyOnWriteArrayList<>();
    SessionListener listener = new SessionListener() {
      @Override
      public void onReady(Session session) {
        heard.add("ready");
      }

      @Override
      public void onShutdown(StatusCode code, String cause) {
        heard.add(cause);
      }

      @Override
      public void onTerminated() {
        heard.add("terminated");
      }

      // Asked on the loop, while it makes the session.
      @Override
      public boolean runsUserCode() {
        attempt.join().cancel("no more");
        CountDownLatch cancelled = new CountDownLatch(1);
        clientGroup.streams().execute(cancelled::countDown);
        awaitUninterrupted(cancelled);
        return false;
      }
    };
    attempt.complete(new SessionConnector(clientGroup, config)
        .connect("127.0.0.1", server.localAddress().getPort(), listener));
    awaitThat("it ends", () -> heard.contains("terminated"));
    Events atServer = served.poll(30, TimeUnit.SECONDS);
    assertTrue(atServer != null, "no session was served");
    atServer.ended();
    awaitThat("both sides are closed", () -> clientGroup.book().live() <= before);
    assertEquals(List.of("no more", "terminated"), heard);
  }

  @Test
  void manySessionsComeAndGo() throws Exception {
    SessionServer server = serve(0);
    for (int round = 0; round < 3; round++) {
      List<Events> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        all.add(connect(server));
      }
      for (Events each : all) {
        assertArrayEquals(bytes(2_000), EchoDoor.echo(each.session(), bytes(2_000)));
      }
      for (Events each : all) {
        each.session().shutdown();
      }
      for (Events each : all) {
        each.ended();
      }
      awaitThat("round " + round + " is over", () -> server.sessions().isEmpty());
    }
  }
}
