// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that take longer than a way is waited for before the next one is tried. */
final class LongLifelineTest {
  private static final long MILLI = 1_000_000;
  private static final int PORT = 7470;

  /** Asked over each way of two dials or so; without an end it would be one in half a second. */
  private static final int MOST_RESUMES = 20;

  /** Hears nothing. */
  private record Unheard() implements SessionListener {
    @Override
    public void onReady(Session ready) {}

    @Override
    public void onTerminated() {}
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 130, 200, 400})
  void aLifelineIsDialledAgainOnceHoweverLongTheAnswerTakes(int delayMillis) {
    World world = World.of(11);
    LinkConfig link = LinkConfig.STANDARD.withDelay(delayMillis * MILLI);
    Fabric fabric = new Fabric(world, Topologies.parallel(2, link));
    StreamFabric streams = new StreamFabric(world, fabric);
    Host near = new Host(world, fabric, 0, HostConfig.STANDARD);
    Host far = new Host(world, fabric, 1, HostConfig.STANDARD);
    Map<String, Host> names = Map.of(near.name(), near, far.name(), far);
    HostProcess client = new HostProcess(near, names, streams, 0);
    SessionServer serving = new HostProcess(far, names, streams, 0)
        .serve(
            PORT, SessionConfig.defaults(), (stream, call) -> StreamListener.NOBODY, Unheard::new);
    client.connect(far, PORT, SessionConfig.defaults(), new Unheard());
    world.scheduler().runUntil(9_000 * MILLI);
    assertEquals(1, serving.sessions().size());
    streams.lines().getFirst().reset();
    world.scheduler().runUntil(60_000 * MILLI);
    long resumed = serving.count(ServerCount.RESUMED);
    assertTrue(resumed >= 1 && resumed <= MOST_RESUMES, () -> resumed + " times");
    assertEquals(1, streams.lines().size());
    assertEquals(1, serving.sessions().size());
  }
}
