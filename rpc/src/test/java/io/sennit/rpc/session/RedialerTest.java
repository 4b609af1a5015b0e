// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What makes a dial begin, begin anew, go on, and end. */
final class RedialerTest {
  private static final int PORT = 7470;

  /** As many as a dial can try before it begins again. */
  private static final List<Target.HostPort> NAMES = IntStream.rangeClosed(1, 5)
      .mapToObj(last -> new Target.HostPort("127.0.0." + last, PORT))
      .toList();

  private final ManualStreams streams = new ManualStreams();
  private final LoopGroup group =
      new LoopGroup("redialer", EventLoopConfig.defaults(), List.of(), streams);
  private final SessionEnd session = new SessionEnd(
      new Resume(ScriptedServer.KEY, ScriptedServer.TOKEN),
      streams,
      LifelineRecorder.HEARTBEAT_NANOS,
      new Place(() -> {}));
  private final Redialer redialer = new Redialer(
      group,
      NAMES,
      DialConfig.defaults(),
      new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), PORT),
      session);

  @AfterEach
  void close() {
    group.close();
  }

  private int ways() {
    return new HashSet<>(streams.dialed).size();
  }

  @Test
  void everyWayIsTriedHoweverOftenOtherPortsChange() {
    redialer.onLifelineDoubtful(Doubt.OTHER_ADDRESSES);
    for (int i = 0; i < 6; i++) {
      streams.pass(75);
      redialer.onLifelineDoubtful(i % 2 == 0 ? Doubt.OTHER_PORTS : Doubt.SILENCE);
    }
    assertEquals(NAMES.size(), ways());
  }

  @Test
  void otherAddressesBeginAnew() {
    redialer.onLifelineLost();
    streams.pass(250);
    assertEquals(3, ways());
    redialer.onLifelineDoubtful(Doubt.OTHER_ADDRESSES);
    streams.pass(0);
    assertEquals(streams.dialed.getFirst(), streams.dialed.getLast());
    assertEquals(4, streams.dialed.size());
  }

  @Test
  void aPauseEndsWhenAPortHasChanged() {
    streams.refuses = true;
    redialer.onLifelineLost();
    streams.pass(20_000);
    int before = streams.dialed.size();
    redialer.onLifelineDoubtful(Doubt.SILENCE);
    streams.pass(0);
    assertEquals(before, streams.dialed.size(), "nothing has changed");
    redialer.onLifelineDoubtful(Doubt.OTHER_PORTS);
    streams.pass(0);
    assertEquals(before + NAMES.size(), streams.dialed.size());
  }

  /** As at a server that is being shut down, and takes nobody more, while a long call runs. */
  @Test
  void nobodyIsDialledAnyMoreWhenTheLifelineIsHeardAgain() {
    streams.refuses = true;
    redialer.onLifelineDoubtful(Doubt.SILENCE);
    streams.pass(1_000);
    int before = streams.dialed.size();
    assertTrue(before >= NAMES.size(), () -> before + " tries");
    redialer.onLifelineHeardAgain();
    streams.pass(60_000);
    assertEquals(before, streams.dialed.size());
    redialer.onLifelineDoubtful(Doubt.SILENCE);
    streams.pass(0);
    assertEquals(before + NAMES.size(), streams.dialed.size(), "it may be doubted anew");
  }
}
