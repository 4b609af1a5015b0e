// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import io.sennit.rpc.stream.Session;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What sessions hold of their process' memory, and what becomes of those that do not fit. */
abstract class SessionMemoryContract extends SessionsFixture {
  /** Longer than anything is waited for: a timer that is left is seen. */
  private static final long LONG = 100 * SECOND;

  @Test
  void aSessionIsRefusedForWantOfMemoryAndEndedOnesGiveAllBack() throws Exception {
    SessionFloor floor = SessionFloor.of(config);
    ProcessMemory memory = new ProcessMemory(
        new MemoryConfig(2 * floor.heapBytes() - 1, 2 * floor.registeredBytes(), 100));
    serverGroup = new LoopGroup("small", EventLoopConfig.defaults(), List.of(provider()), memory);
    open.add(serverGroup);
    SessionServer server = serve(0);
    Events first = connect(server);
    assertArrayEquals(bytes(70_000), EchoDoor.echo(first.session(), bytes(70_000)));
    assertContains(connect(server).ended(), "no memory for another session", "memory.heapBytes");
    assertEquals(1, server.count(ServerCount.REFUSED_MEMORY));
    assertEquals(1, memory.refusedSessions());
    first.session().shutdown();
    first.ended();
    awaitThat("all memory is back", () -> memory.heap().chargedBytes() == 0);
    assertEquals(0, memory.registered().chargedBytes());
    connect(server).session();
  }

  @Test
  void connectionsThatCloseAgainLeaveNothing() throws Exception {
    MemoryNetwork network = new MemoryNetwork();
    serverGroup = group(network);
    config = config.withServerBounds(64, 8).withTimes(LONG, LONG, SECOND / 2);
    SessionServer server = serve(7470);
    StreamHost stranger = network.host(CLOCK);
    for (int i = 0; i < 500; i++) {
      stranger.connect(Way.to(server.localAddress()), new Closing());
    }
    awaitThat("all came", () -> server.count(ServerCount.CONNECTIONS) == 500);
    awaitThat("all went", () -> server.halfOpen() == 0);
    awaitThat("no timers are left", () -> network.timers() == 0);
  }

  @Test
  void attemptsToConnectLeaveNothing() throws Exception {
    MemoryNetwork network = new MemoryNetwork();
    serverGroup = group(network);
    clientGroup = group(network);
    config = config.withTimes(LONG, LONG, SECOND / 2);
    assertContains(connect("127.0.0.1", 7471).ended(), "nobody listens");
    awaitThat("no timers are left", () -> network.timers() == 0);
    Session session = connect(serve(7470)).session();
    // Each side has the timer of its lifeline.
    awaitThat("only lifelines have timers", () -> network.timers() == 2);
    session.shutdown();
    awaitThat("no timers are left", () -> network.timers() == 0);
  }

  @Test
  void thoseWhoSayNothingMakeRoomForOthersAtOnce() throws Exception {
    config = config.withServerBounds(64, 2);
    SessionServer server = serve(0);
    InetSocketAddress address = server.localAddress();
    try (Socket one = new Socket(address.getAddress(), address.getPort());
        Socket two = new Socket(address.getAddress(), address.getPort())) {
      awaitThat("both are there", () -> server.halfOpen() == 2);
      long before = CLOCK.nanoTime();
      connect(server).session();
      assertTrue(CLOCK.nanoTime() - before < 10 * SECOND, "it came in by a time-out");
      assertEquals(1, server.count(ServerCount.TURNED_AWAY));
      assertTrue(one.getInputStream().read() >= 0, "the older one was told nothing");
      assertTrue(two.isConnected(), "the younger one stays");
    }
    awaitThat("places are given back", () -> server.halfOpen() == 0);
  }

  @Test
  void thoseWhoStallAfterTheirHelloMakeRoomForOthers() throws Exception {
    config = config.withServerBounds(64, 2).withPatience(SECOND / 2);
    SessionServer server = serve(0);
    InetSocketAddress address = server.localAddress();
    Hello hello = new Hello(List.of(provider().name()), List.of(), HostIdentity.local());
    try (Socket one = new Socket(address.getAddress(), address.getPort());
        Socket two = new Socket(address.getAddress(), address.getPort())) {
      for (Socket each : List.of(one, two)) {
        each.getOutputStream().write(FrameReader.preamble());
        each.getOutputStream().write(hello.encode());
      }
      connect(server).session();
      assertEquals(1, server.count(ServerCount.TURNED_AWAY));
    }
    awaitThat("places are given back", () -> server.halfOpen() == 0);
  }

  @Test
  void clientsThatGiveUpHoldTheirPlaceUntilNothingOfThemIsLeft() throws Exception {
    config = config.withServerBounds(64, 4);
    SessionServer server = serve(0);
    SessionConfig hasty = config.withTimes(SECOND / 50, 25 * SECOND, SECOND / 2);
    int most = 0;
    for (int i = 0; i < 40; i++) {
      Events events = new Events();
      new SessionConnector(clientGroup, hasty)
          .connect("127.0.0.1", server.localAddress().getPort(), events);
      most = Math.max(most, server.halfOpen());
      if (i % 4 == 3) {
        events.terminatedOrReady();
      }
    }
    assertTrue(most <= 8, "places " + most);
    connect(server).session();
    awaitThat("places are given back", () -> server.halfOpen() == 0);
  }

  @Test
  void anIdleSessionHoldsNoMoreHeapThanItsFloor() throws Exception {
    int few = 4;
    int many = 20;
    SessionServer server = serve(0);
    List<Events> all = new ArrayList<>(connectAndCall(server, few));
    long before = usedHeapBytes();
    all.addAll(connectAndCall(server, many));
    // Both sides are in this process.
    long each = (usedHeapBytes() - before) / (2L * many);
    long floor = SessionFloor.of(config).idleHeapBytes();
    assertTrue(each <= floor, "a session holds " + each + " bytes, its floor has " + floor);
    assertTrue(each >= floor / 16, "the floor has " + floor + " bytes, a session holds " + each);
    for (Events events : all) {
      assertArrayEquals(bytes(10), EchoDoor.echo(events.session(), bytes(10)));
    }
  }

  private List<Events> connectAndCall(SessionServer server, int sessions) throws Exception {
    List<Events> come = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      Events events = connect(server);
      for (int calls = 0; calls < 100; calls++) {
        assertArrayEquals(bytes(100), EchoDoor.echo(events.session(), bytes(100)));
      }
      come.add(events);
    }
    return come;
  }

  /** After collections that found nothing more. */
  private static long usedHeapBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  /** Leaves as soon as it is there. */
  private static final class Closing implements StreamHost.ConnectHandler {
    @Override
    public void onConnected(ByteStream stream) {
      stream.close();
    }

    @Override
    public void onFailed(IOException cause) {
      throw new AssertionError(cause);
    }
  }

  @Test
  void aClientWithoutMemoryForASessionSaysSo() throws Exception {
    ProcessMemory memory = new ProcessMemory(new MemoryConfig(1 << 20, 1, 100));
    clientGroup = new LoopGroup("small", EventLoopConfig.defaults(), List.of(provider()), memory);
    open.add(clientGroup);
    assertContains(connect(serve(0)).ended(), "UNAVAILABLE", "this process has no memory");
    assertEquals(0, memory.heap().chargedBytes());
  }
}
