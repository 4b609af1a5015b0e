// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Seeds;
import io.sennit.simulator.World;
import io.sennit.simulator.host.HostProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The calls of one session: opened at random moments, checked at the end. */
final class Workload {
  private final World world;
  private final String name;
  private final Ledger ledger;
  private final Shelf shelf;
  private final Randomness random;
  private final Sentry sentry;
  private final Limits limits;
  private final List<CallPlan> plans = new ArrayList<>();
  private final List<Talker> clients = new ArrayList<>();
  private final Map<Integer, Talker> servers = new HashMap<>();
  private boolean suspect;
  private int open;

  /**
   * What holds for all of its calls.
   *
   * @param mostPooledBytes longest body that the session's memory can hold
   * @param mostLateNanos how long after its deadline, or after it was cancelled, a call may end
   */
  record Limits(int mostPooledBytes, long mostLateNanos) {}

  /** Calls that are not planned yet. */
  Workload(World world, String name, Ledger ledger, Sentry sentry, Limits limits) {
    this.world = world;
    this.name = name;
    this.ledger = ledger;
    this.sentry = sentry;
    this.limits = limits;
    Seeds seeds = world.seeds().child("workload " + name);
    random = seeds.randomness("calls");
    shelf = new Shelf(world.scheduler(), seeds.randomness("shelf"), ledger, false);
  }

  /** Client or server may lie: calls end, and in time if they have a deadline; that is all. */
  void suspect() {
    suspect = true;
  }

  boolean isSuspect() {
    return suspect;
  }

  /** Plans calls to be opened before a moment. */
  void plan(int calls, Flavor flavor, long untilNanos, Caller caller) {
    for (int id = 0; id < calls; id++) {
      plans.add(CallPlan.draw(id, flavor, random));
      long at = Math.floorMod(random.nextLong(), untilNanos);
      world.scheduler().at(at, which -> caller.call(plans.get((int) which)), id);
    }
  }

  /** Opens a call on a session that is up. */
  void open(CallPlan plan, Line line) {
    Session session = Objects.requireNonNull(line.session());
    Talker talker = new Talker(this, plan, line.process(), Optional.of(line));
    clients.add(talker);
    open++;
    OpenCall call = OpenCall.of(name + "/" + plan.id()).withTimeout(plan.timeoutNanos());
    talker.start(session.open(
        target(plan, session, talker).map(call::withResponseTarget).orElse(call), talker));
  }

  private Optional<Body> target(CallPlan plan, Session session, Talker talker) {
    if (plan.targetBytes() == 0 || plan.targetBytes() > limits.mostPooledBytes()) {
      return Optional.empty();
    }
    Optional<Body> memory = Supplies.toReceive(session.bodies(), plan.targetBytes());
    memory.ifPresent(body -> {
      Pattern.fill(body.segment(), plan.canaryKey());
      talker.watch(body.retain());
    });
    return memory;
  }

  /** The server's door, for a call of this workload. */
  StreamListener accept(HostProcess process, RpcStream stream, IncomingCall call) {
    return accept(process, stream, Integer.parseInt(call.method().substring(name.length() + 1)));
  }

  private Talker accept(HostProcess process, RpcStream stream, int id) {
    Talker talker = new Talker(this, plans.get(id), process, Optional.empty());
    if (servers.put(id, talker) != null) {
      ledger.violated("call " + name + "/" + id + " was run twice");
    }
    open++;
    talker.start(stream);
    return talker;
  }

  /** The same for a call that a liar may have made up; empty if it has. */
  Optional<StreamListener> acceptSuspect(HostProcess process, RpcStream stream, int id) {
    if (!suspect || id >= plans.size() || servers.containsKey(id)) {
      return Optional.empty();
    }
    return Optional.of(accept(process, stream, id));
  }

  /** A process was killed, and with it whoever talked there. */
  void killed(HostProcess process) {
    open -= (int)
        talkers().filter(talker -> talker.end() == null && talker.isOf(process)).count();
  }

  private Stream<Talker> talkers() {
    return Stream.concat(clients.stream(), servers.values().stream());
  }

  void closed(Talker talker) {
    open--;
    long[] traced = talker.traced();
    world.trace().add(Talker.traceEvent(), traced[0], traced[1], traced[2]);
  }

  String name() {
    return name;
  }

  Ledger ledger() {
    return ledger;
  }

  Sentry sentry() {
    return sentry;
  }

  Shelf shelf() {
    return shelf;
  }

  Scheduler scheduler() {
    return world.scheduler();
  }

  int mostPooledBytes() {
    return limits.mostPooledBytes();
  }

  int calls() {
    return clients.size();
  }

  /** Whether all calls have been opened and have ended on both sides. */
  boolean isDone() {
    return clients.size() == plans.size() && open == 0;
  }

  /** Names a call that is open. */
  Optional<String> stuck() {
    for (Talker talker : clients) {
      if (talker.end() == null && !talker.isDead()) {
        return Optional.of(talker + " does not end (" + talker.plan() + ", sent " + talker.sent()
            + ", heard " + talker.received() + ")");
      }
    }
    for (CallPlan plan : plans) {
      Talker server = servers.get(plan.id());
      if (server != null && server.end() == null && !server.isDead()) {
        return Optional.of(server + " does not end (" + plan + ", sent " + server.sent()
            + ", heard " + server.received() + ")");
      }
    }
    return Optional.empty();
  }

  /** No lie keeps a call from ending by its deadline. */
  void checkDeadlines(long patienceNanos) {
    talkers()
        .filter(talker -> talker.isOverdue(patienceNanos))
        .forEach(talker -> ledger.violated(talker + " outlives its deadline: " + talker.plan()));
  }

  /** Checks the end of every call of which it is known what was said. */
  void check() {
    if (suspect) {
      return;
    }
    talkers()
        .filter(talker -> talker.lateNanos() > limits.mostLateNanos())
        .forEach(talker -> ledger.violated(talker + " ended " + talker.end() + " "
            + talker.lateNanos() / 1_000 + " us late: " + talker.plan()));
    for (Talker client : clients) {
      StreamEnd end = client.end();
      if (end != null) {
        check(client, end);
      }
    }
  }

  private void check(Talker client, StreamEnd end) {
    Talker server = servers.get(client.plan().id());
    boolean allowed = switch (end.code()) {
      case NOT_FOUND -> server != null && server.hasFinished();
      case ABORTED -> client.hasCancelled();
      case CANCELLED -> server != null && server.hasCancelled();
      case DEADLINE_EXCEEDED -> client.hasReachedDeadline();
      case UNAVAILABLE -> client.hasLostItsSession();
      default -> false;
    };
    ledger.require(allowed, client + " ended with " + end);
    if (server == null) {
      ledger.require(
          end.executed() != Executed.YES && client.received() == 0,
          client + " was never run, and ended with " + end);
      return;
    }
    ledger.require(end.executed() != Executed.NO, client + " was run, and ended with " + end);
    ledger.require(
        client.received() <= server.sent() && server.received() <= client.sent(),
        client + " heard " + client.received() + " of " + server.sent() + ", its server "
            + server.received() + " of " + client.sent());
    ledger.require(
        end.code() != io.sennit.rpc.StatusCode.NOT_FOUND
            || client.received() == client.plan().answers().size(),
        client + " ended with " + end + " after " + client.received() + " messages");
  }
}
