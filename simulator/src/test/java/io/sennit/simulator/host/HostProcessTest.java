// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.Connecting;
import io.sennit.rpc.session.ServerCount;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.SessionServer;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The production bootstrap and lifeline in virtual time. */
final class HostProcessTest implements SessionListener {
  private static final long SECOND = 1_000_000_000L;
  private static final int PORT = 7470;

  private final World world = World.of(11);
  private final Fabric fabric = new Fabric(world, Topologies.parallel(2, LinkConfig.STANDARD));
  private final StreamFabric streams = new StreamFabric(world, fabric);
  private final Host near = new Host(world, fabric, 0, HostConfig.STANDARD);
  private final Host far = new Host(world, fabric, 1, HostConfig.STANDARD);
  private final Map<String, Host> names = Map.of(near.name(), near, far.name(), far);
  private final HostProcess client = new HostProcess(near, names, streams, 0);
  private final HostProcess server = new HostProcess(far, names, streams, 0);
  private final List<String> happened = new ArrayList<>();
  private @Nullable Session session;

  /** The server's side. */
  private record Unheard() implements SessionListener {
    @Override
    public void onReady(Session ready) {}

    @Override
    public void onTerminated() {}
  }

  @Override
  public void onReady(Session ready) {
    happened.add("ready");
    session = ready;
  }

  @Override
  public void onShutdown(StatusCode code, String cause) {
    happened.add(code + ": " + cause);
  }

  @Override
  public void onTerminated() {
    happened.add("terminated");
  }

  private SessionServer serve() {
    return serve(server);
  }

  private static SessionServer serve(HostProcess where) {
    return where.serve(
        PORT, SessionConfig.defaults(), (stream, call) -> StreamListener.NOBODY, Unheard::new);
  }

  private Connecting connect() {
    return client.connect(far, PORT, SessionConfig.defaults(), this);
  }

  private void run(long nanos) {
    world.scheduler().runUntil(world.nowNanos() + nanos);
  }

  private Session session() {
    return Objects.requireNonNull(session, "no session");
  }

  private void assertAllIsOver() {
    assertEquals(0, client.liveSessions() + server.liveSessions(), "live sessions");
    assertEquals(List.of(), streams.lines());
    assertEquals(List.of(), client.bugs());
    assertEquals(List.of(), server.bugs());
  }

  @Test
  void aSessionComesUpAndIsShutDownInOrder() {
    SessionServer serving = serve();
    connect();
    run(SECOND);
    assertEquals(List.of("ready"), happened);
    assertEquals(1, serving.count(ServerCount.ESTABLISHED));
    session().shutdown();
    run(5 * SECOND);
    assertEquals(List.of("ready", "OK: the session was shut down", "terminated"), happened);
    assertAllIsOver();
  }

  @Test
  void aLifelineThatIsResetIsDialledAgainAndTheSessionLivesOn() {
    SessionServer serving = serve();
    connect();
    run(SECOND);
    streams.lines().getFirst().reset();
    run(5 * SECOND);
    assertEquals(1, serving.count(ServerCount.RESUMED));
    assertEquals(List.of("ready"), happened);
    assertEquals(1, streams.lines().size());
  }

  @Test
  void aSilentLifelineIsGivenUpAndDialledAgain() {
    SessionServer serving = serve();
    connect();
    run(SECOND);
    streams.lines().getFirst().silence(true, true);
    run(20 * SECOND);
    assertEquals(1, serving.count(ServerCount.RESUMED));
    assertEquals(List.of("ready"), happened);
  }

  /** Either a completion says so, or an event, and all completions are lost. */
  @Test
  void aSessionWhoseCompletionQueueOverflowsEndsWithAReason() {
    Set<String> reasons = new HashSet<>();
    serve();
    for (int seed = 0; seed < 8; seed++) {
      happened.clear();
      connect();
      run(SECOND);
      assertEquals(List.of("ready"), happened);
      assertTrue(near.faults().overflowOne(Randomness.seeded(seed)), "no queue is used");
      run(30 * SECOND);
      assertEquals("terminated", happened.getLast());
      reasons.add(happened.get(1));
      assertAllIsOver();
    }
    String overflow = "a completion queue overflowed: what became of requests is not known";
    String unreceived = "a message could not be received: the local queue pair is in disorder"
        + " (LOCAL_QUEUE_PAIR_ERROR)";
    assertEquals(Set.of("UNAVAILABLE: " + overflow, "UNAVAILABLE: " + unreceived), reasons);
  }

  /** The server's side, of which a liar is told only that it has gone. */
  private record Deceived(List<String> causes) implements SessionListener {
    @Override
    public void onReady(Session ready) {}

    @Override
    public void onShutdown(StatusCode code, String cause) {
      causes.add(cause);
    }

    @Override
    public void onTerminated() {
      causes.add("terminated");
    }
  }

  @Test
  void aPeerThatLiesInItsFramesLosesItsSessionsForThatReasonAndBreaksNothing() {
    List<String> causes = new ArrayList<>();
    server.serve(
        PORT,
        SessionConfig.defaults(),
        (stream, call) -> StreamListener.NOBODY,
        () -> new Deceived(causes));
    near.faults().mayLie(Randomness.seeded(5));
    near.faults().lie(500_000);
    int dialled = 30;
    for (int dial = 0; dial < dialled; dial++) {
      happened.clear();
      Connecting connecting = connect();
      run(SECOND);
      if (session != null) {
        session.shutdown();
      }
      connecting.cancel("enough");
      run(40 * SECOND);
      assertEquals("terminated", happened.getLast(), happened::toString);
      assertAllIsOver();
    }
    String all = causes.toString();
    // Where the first attempt is lied to, another one may be made before the dial is over.
    assertTrue(causes.stream().filter("terminated"::equals).count() >= dialled, all);
    assertTrue(
        causes.stream().filter(cause -> cause.contains("broke the protocol")).count() > 5, all);
    assertTrue(causes.stream().noneMatch(cause -> cause.contains("internal error")), all);
  }

  @Test
  void theFirstPortIsDeadAndTheSecondIsDialled() {
    serve();
    fabric.links().getFirst().swallow(true);
    connect();
    run(9 * SECOND);
    assertEquals(List.of("ready"), happened);
  }

  @Test
  void whoeverIsRefusedIsToldWhereNobodyListens() {
    connect();
    run(SECOND);
    assertEquals(2, happened.size(), happened::toString);
    assertTrue(
        happened.getFirst().startsWith("UNAVAILABLE: nobody listens on " + far.name()),
        happened::toString);
    assertEquals("terminated", happened.getLast());
    assertAllIsOver();
  }

  @Test
  void aServerThatHearsNothingOverOneStreamIsAskedOverAnother() {
    serve();
    connect();
    while (streams.lines().isEmpty()) {
      world.scheduler().step();
    }
    streams.lines().getFirst().silence(true, false);
    run(SECOND / 2);
    assertEquals(List.of("ready"), happened);
    run(20 * SECOND);
    assertEquals(List.of("ready"), happened);
    assertEquals(1, near.openDomains() + far.openDomains() - 1, "domains beside the session's");
  }

  @Test
  void aServerThatHearsNothingEndsTheAttemptInTime() {
    serve();
    connect();
    long endNanos = world.nowNanos() + 11 * SECOND;
    while (world.nowNanos() < endNanos) {
      streams.lines().forEach(line -> line.silence(true, false));
      world.scheduler().step();
    }
    assertEquals(2, happened.size(), happened::toString);
    assertTrue(happened.getFirst().contains("within 10"), happened::toString);
    run(20 * SECOND);
    assertAllIsOver();
  }

  @Test
  void aServerThatWasKilledAndIsBackDoesNotKnowTheSession() {
    serve();
    connect();
    run(SECOND);
    server.kill();
    run(SECOND / 2);
    assertEquals(List.of("ready"), happened, "a lost lifeline proves nothing");
    HostProcess next = new HostProcess(far, names, streams, 1);
    serve(next);
    run(8 * SECOND);
    assertEquals(3, happened.size(), happened::toString);
    assertTrue(happened.get(1).contains("does not know this session any more"), happened::toString);
    assertEquals(0, client.liveSessions() + next.liveSessions(), "live sessions");
    connect();
    run(SECOND);
    assertEquals("ready", happened.getLast(), happened::toString);
  }

  @Test
  void aServerThatWasKilledAndStaysAwayIsGivenUpForItsSilence() {
    serve();
    connect();
    run(SECOND);
    server.kill();
    run(25 * SECOND);
    assertEquals(3, happened.size(), happened::toString);
    assertTrue(
        happened.get(1).startsWith("UNAVAILABLE: no strand brought an answer"), happened::toString);
    assertEquals(0, client.liveSessions(), "live sessions");
  }

  @Test
  void anAttemptThatIsCancelledLeavesNothing() {
    serve();
    Connecting connecting = connect();
    world.scheduler().runUntil(world.nowNanos() + 1_500_000);
    connecting.cancel("enough");
    run(20 * SECOND);
    assertEquals("terminated", happened.getLast(), happened::toString);
    assertAllIsOver();
  }
}
