// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.CallOptions;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.Platform;
import io.sennit.rpc.RemoteRight;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.HostConfig;
import io.sennit.simulator.host.HostProcess;
import io.sennit.simulator.host.NoMemoryError;
import io.sennit.simulator.host.Passing;
import io.sennit.simulator.host.StreamFabric;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Two hosts on two links, in virtual time: a session comes up, calls of every kind, one of which is
 * cancelled, a cut on both sides of which there are calls, and an end in order. Then another client
 * comes, whose calls succeed, and nothing may be left of either.
 */
public final class SimulatedStory implements Story {
  static final Method<byte[], byte[]> ECHO = Method.of("story/Echo", Codec.bytes(), Codec.bytes());
  static final Method<Body, Body> DIRECT = Method.raw("story/Direct");
  static final Method<byte[], byte[]> CHAT = Method.of("story/Chat", Codec.bytes(), Codec.bytes());
  static final Method<byte[], byte[]> NEVER =
      Method.of("story/Never", Codec.bytes(), Codec.bytes());

  private static final long SEED = 23;
  private static final int PORT = 7470;
  private static final int REMOTE_BYTES = 4096;
  private static final long SECOND = 1_000_000_000L;
  private static final long MOST_EVENTS = 2_000_000;
  private static final long MOST_WAIT_NANOS = 60 * SECOND;

  private final boolean inLoops;
  private final World world = World.of(SEED);
  private final Fabric fabric = new Fabric(world, Topologies.parallel(2, LinkConfig.STANDARD));
  private final StreamFabric streams = new StreamFabric(world, fabric);
  private final Host near = new Host(world, fabric, 0, HostConfig.STANDARD);
  private final Host far = new Host(world, fabric, 1, HostConfig.STANDARD);
  private final Map<String, Host> names = Map.of(near.name(), near, far.name(), far);
  private final HostProcess client = new HostProcess(near, names, streams, 0);
  private final HostProcess server = new HostProcess(far, names, streams, 0);
  private final Steps steps = new Steps();
  private int depth;
  private boolean watching = true;

  /** @param inLoops whether sites on loops and streams' threads count, or those of applications */
  public SimulatedStory(Boolean inLoops) {
    this.inLoops = inLoops;
    client.waitBy(new Time());
    server.waitBy(new Time());
    Sites.watch(this::isWatched, NoMemoryError::new);
  }

  private boolean isWatched() {
    return watching && depth > 0 == inLoops;
  }

  @Override
  public String tell() {
    watching = false;
    RpcServer serving = serve();
    watching = true;
    RpcClient first = steps.orAgain("a client", this::connect);
    watching = false;
    Acts acts = new Acts(first, steps, this::pass, Duration.ofSeconds(30));
    watching = true;
    acts.play();
    acts.playBesideACut(this::cut);
    steps.run("the client is closed", first::close);
    watching = false;
    first.close(); // Again, if there was no memory for that.
    serveAnother();
    assertEquals(0, serving.admission().open(), "calls that the server counts as open");
    serving.close();
    assertNothingIsLeft();
    return steps.outcome();
  }

  private RpcServer serve() {
    return RpcServer.builder()
        .on(platform(server))
        .listen(PORT)
        .handle(ECHO, call -> call.reply(call.request()))
        .handleDirect(DIRECT, call -> call.reply(call.body()))
        .handle(NEVER, call -> {})
        .remoteMemory("table", REMOTE_BYTES, EnumSet.allOf(RemoteRight.class), region -> {})
        .start();
  }

  private RpcClient connect() {
    return RpcClient.to("sennit:///" + far.name() + ":" + PORT)
        .on(platform(client))
        .drain(Duration.ofSeconds(2))
        .connectLater();
  }

  private void serveAnother() {
    RpcClient next = connect();
    CallOptions options = CallOptions.DEFAULTS.withTimeout(Duration.ofSeconds(30));
    assertEquals(100, next.call(ECHO, new byte[100], options).length);
    assertEquals(300_000, next.call(ECHO, new byte[300_000], options).length);
    next.close();
  }

  private void assertNothingIsLeft() {
    BooleanSupplier nothing = () -> near.openDomains() + far.openDomains() == 0
        && client.liveSessions() + server.liveSessions() == 0
        && streams.lines().isEmpty()
        && charged(client) + charged(server) == 0;
    pass(nothing, MOST_WAIT_NANOS);
    assertTrue(nothing.getAsBoolean(), this::left);
    assertEquals("[][]", client.bugs().toString() + server.bugs());
  }

  private String left() {
    return "left: domains " + near.openDomains() + "+" + far.openDomains() + ", sessions "
        + client.liveSessions() + "+" + server.liveSessions() + ", streams "
        + streams.lines().size() + ", bytes " + charged(client) + "+" + charged(server);
  }

  private static long charged(HostProcess process) {
    return process.group().memory().heap().chargedBytes()
        + process.group().memory().registered().chargedBytes();
  }

  private void cut(boolean isCut) {
    fabric.links().get(0).up(!isCut);
    fabric.links().get(1).up(!isCut);
  }

  private void pass(BooleanSupplier until, long mostNanos) {
    new Time().pass(until, world.nowNanos() + mostNanos);
  }

  private static Platform platform(HostProcess process) {
    return new Platform() {
      @Override
      public LoopGroup loops() {
        return process.group();
      }

      @Override
      public Executor executor() {
        return process;
      }
    };
  }

  /** Passes in whoever waits: a handler that does has the world go on inside it. */
  private final class Time implements Passing {
    @Override
    public boolean mayPass() {
      return true;
    }

    @Override
    public void pass(BooleanSupplier until, long deadlineNanos) {
      long end = Math.min(deadlineNanos, world.nowNanos() + MOST_WAIT_NANOS);
      depth++;
      try {
        while (!until.getAsBoolean() && world.scheduler().nextNanos() <= end) {
          assertTrue(
              world.scheduler().ran() < MOST_EVENTS, () -> "more events than expected, " + left());
          world.scheduler().step();
        }
        if (!until.getAsBoolean()) {
          world.scheduler().runUntil(end);
        }
      } finally {
        depth--;
      }
    }
  }
}
