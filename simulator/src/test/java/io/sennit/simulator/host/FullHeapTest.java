// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.Connecting;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.SessionServer;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An OutOfMemoryError at the n-th call that a process makes into its devices, or that the library
 * makes into the application, for one n after the other until the whole story passes without one:
 * connect, calls with short and long messages, a call of several, close. Every call ends, a fresh
 * client is served afterwards, and nothing is left.
 */
final class FullHeapTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int PORT = 7470;
  private static final int SHORT_BYTES = 100;
  private static final int LONG_BYTES = 300_000;

  /** What the story has at least. */
  private static final int LEAST_STEPS = 200;

  @ParameterizedTest
  @CsvSource({"false, 1", "true, 1", "false, 7", "true, 7", "false, 25", "true, 25"})
  void whereverItHappensEveryCallEndsAndTheNextClientIsServed(boolean atServer, int times) {
    long n = 1;
    long thrown;
    do {
      thrown = new Story(atServer, n, times).tell();
      n++;
    } while (thrown > 0);
    assertTrue(n > LEAST_STEPS, "the story has " + n + " steps only");
  }

  /** Longer than a session that cannot be torn down is given. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSessionThatCannotBeTornDownHasEndedForBothSides(boolean atServer) {
    new Story(atServer, 1, 0).tellOfAHeapThatStaysFull();
  }

  /** One world, and what happens in it. */
  private static final class Story {
    private final World world = World.of(17);
    private final Fabric fabric = new Fabric(world, Topologies.parallel(2, LinkConfig.STANDARD));
    private final StreamFabric streams = new StreamFabric(world, fabric);
    private final Host near = new Host(world, fabric, 0, HostConfig.STANDARD);
    private final Host far = new Host(world, fabric, 1, HostConfig.STANDARD);
    private final Host full;
    private final String name;
    private final HostProcess client;
    private final HostProcess server;
    private final SessionServer served;

    Story(boolean atServer, long n, int times) {
      full = atServer ? far : near;
      name = times + " from call " + n + " at the " + (atServer ? "server" : "client");
      near.faults().mayFillHeap();
      far.faults().mayFillHeap();
      Map<String, Host> names = Map.of(near.name(), near, far.name(), far);
      client = new HostProcess(near, names, streams, 0);
      server = new HostProcess(far, names, streams, 0);
      served = server.serve(PORT, SessionConfig.defaults(), this::accept, Served::new);
      full.faults().fillHeap(n, times);
    }

    long tell() {
      Visitor first = new Visitor();
      Connecting connecting = client.connect(far, PORT, SessionConfig.defaults(), first);
      await("the first session is up or has ended", () -> first.session != null || first.isOver());
      List<Caller> calls = new ArrayList<>();
      Session session = first.session;
      if (session != null) {
        calls.add(new Caller(session, List.of(SHORT_BYTES)));
        calls.add(new Caller(session, List.of(LONG_BYTES)));
        calls.add(new Caller(session, List.of(SHORT_BYTES, LONG_BYTES, 0, SHORT_BYTES)));
        await("calls end", () -> calls.stream().allMatch(Caller::isOver));
        session.shutdown();
      }
      connecting.cancel("enough");
      await("the first session ends", first::isOver);
      full.faults().fillHeap(1, 0);
      long thrown = full.faults().heapWasFull();
      serveAnother();
      assertNothingIsLeft();
      assertEquals(1, first.terminations, name);
      calls.forEach(call -> assertEquals(1, call.ends.size(), name + ": " + call.ends));
      return thrown;
    }

    void tellOfAHeapThatStaysFull() {
      Visitor first = new Visitor();
      Connecting connecting = client.connect(far, PORT, SessionConfig.defaults(), first);
      await(
          "the session is up", () -> first.session != null && served.sessions().size() == 1);
      full.faults().fillHeap(1, Long.MAX_VALUE);
      await("the session ends at the server", () -> served.sessions().isEmpty());
      full.faults().fillHeap(1, 0);
      await("it ends at the client", first::isOver);
      connecting.cancel("enough");
      serveAnother();
      assertNothingIsLeft();
    }

    private void serveAnother() {
      Visitor next = new Visitor();
      Connecting connecting = client.connect(far, PORT, SessionConfig.defaults(), next);
      await("another session is up", () -> next.session != null);
      Session session = next.session;
      if (session != null) {
        Caller call = new Caller(session, List.of(SHORT_BYTES, LONG_BYTES));
        await("its call ends", call::isOver);
        assertEquals(StatusCode.OK, call.ends.getFirst().code(), name + ": " + call.ends);
        assertEquals(List.of(SHORT_BYTES, LONG_BYTES), call.received, name);
        session.shutdown();
      }
      await("it ends", next::isOver);
      connecting.cancel("enough");
    }

    private void assertNothingIsLeft() {
      await(
          "all memory comes back",
          () -> near.openDomains() + far.openDomains() == 0
              && client.liveSessions() + server.liveSessions() == 0
              && streams.lines().isEmpty());
      assertEquals(List.of(), client.bugs(), name);
      assertEquals(List.of(), server.bugs(), name);
    }

    private void await(String what, BooleanSupplier holds) {
      long endNanos = world.nowNanos() + 60 * SECOND;
      while (!holds.getAsBoolean()) {
        assertTrue(world.nowNanos() < endNanos, () -> name + ": not within a minute: " + what);
        world.scheduler().runUntil(world.nowNanos() + SECOND / 100);
      }
    }

    /** The server sends every message back. */
    private StreamListener accept(RpcStream stream, IncomingCall call) {
      far.faults().allocate();
      stream.request(1);
      return new StreamListener() {
        @Override
        public void onMessage(Body message) {
          try {
            far.faults().allocate();
          } catch (NoMemoryError none) {
            message.close();
            throw none;
          }
          stream.sendMessage(message);
          stream.request(1);
        }

        @Override
        public void onHalfClose() {
          far.faults().allocate();
          stream.end(StatusCode.OK, "", Metadata.EMPTY);
        }

        @Override
        public void onClosed(StreamEnd end) {
          far.faults().allocate();
        }
      };
    }

    /** The same at the server. */
    private final class Served implements SessionListener {
      @Override
      public void onReady(Session ready) {
        far.faults().allocate();
      }

      @Override
      public void onTerminated() {
        far.faults().allocate();
      }
    }

    /** Who hears of a session, at the client. */
    private final class Visitor implements SessionListener {
      private @Nullable Session session;
      private int terminations;

      @Override
      public void onReady(Session ready) {
        near.faults().allocate();
        session = ready;
      }

      @Override
      public void onTerminated() {
        if (session != null) {
          near.faults().allocate();
        }
        terminations++;
      }

      private boolean isOver() {
        return terminations > 0;
      }
    }

    /** A call that sends all it has at once. */
    private final class Caller implements StreamListener {
      private final List<Integer> received = new ArrayList<>();
      private final List<StreamEnd> ends = new ArrayList<>();

      private Caller(Session session, List<Integer> messages) {
        RpcStream stream = session.open(OpenCall.of("full/Echo"), this);
        stream.request(messages.size() + 1);
        messages.forEach(bytes -> stream.sendMessage(Body.wrap(new byte[bytes])));
        stream.halfClose();
      }

      @Override
      public void onMessage(Body message) {
        try (message) {
          near.faults().allocate();
          received.add((int) message.length());
        }
      }

      @Override
      public void onClosed(StreamEnd end) {
        near.faults().allocate();
        ends.add(end);
      }

      private boolean isOver() {
        return !ends.isEmpty();
      }
    }
  }
}
