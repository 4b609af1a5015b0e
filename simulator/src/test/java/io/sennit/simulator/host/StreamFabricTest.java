// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.LinkFaults;
import io.sennit.simulator.fabric.Topologies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Byte streams between two hosts. */
final class StreamFabricTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int PORT = 7470;

  private final World world = World.of(7);
  private final Fabric fabric = new Fabric(world, Topologies.parallel(1, LinkConfig.STANDARD));
  private final StreamFabric streams = new StreamFabric(world, fabric);
  private final StreamThread client = thread(0);
  private final StreamThread server = thread(1);
  private final Ear clientEar = new Ear();
  private final Ear serverEar = new Ear();

  private StreamThread thread(int number) {
    Host host = new Host(world, fabric, number, HostConfig.STANDARD);
    return new StreamThread(host, streams, Randomness.seeded(number), (where, bug) -> {
      throw new IllegalStateException(where + " threw", bug);
    });
  }

  /** Hears everything that happens to one end. */
  private static final class Ear implements StreamHandler, StreamHost.ConnectHandler {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<String> happened = new ArrayList<>();
    private @Nullable ByteStream stream;

    @Override
    public void onConnected(ByteStream connected) {
      happened.add("connected");
      stream = connected;
      connected.handler(this);
    }

    @Override
    public void onFailed(IOException cause) {
      happened.add(String.valueOf(cause.getMessage()));
    }

    @Override
    public void onBytes(ByteBuffer some) {
      byte[] taken = new byte[some.remaining()];
      some.get(taken);
      bytes.writeBytes(taken);
    }

    @Override
    public void onEnd(String reason) {
      happened.add("end: " + reason);
    }

    ByteStream stream() {
      return Objects.requireNonNull(stream, "not connected");
    }
  }

  private StreamHost.Handle connect() throws IOException {
    InetSocketAddress to =
        new InetSocketAddress(streams.addressesOf(server.host()).getFirst(), PORT);
    return client.connect(Way.to(to), clientEar);
  }

  private void connectBoth() throws IOException {
    server.listen(new InetSocketAddress(PORT), serverEar::onConnected);
    connect();
    run(SECOND);
    assertEquals(List.of("connected"), clientEar.happened);
    assertEquals(List.of("connected"), serverEar.happened);
  }

  private void run(long nanos) {
    world.scheduler().runUntil(world.nowNanos() + nanos);
  }

  @Test
  void everyByteArrivesInOrderThoughTheLinksLoseSome() throws IOException {
    connectBoth();
    fabric.links().forEach(link -> link.faults(LinkFaults.loss(100_000)));
    byte[] said = new byte[20_000];
    Randomness.seeded(3).nextBytes(said);
    for (int at = 0; at < said.length; at += 5_000) {
      clientEar.stream().send(Arrays.copyOfRange(said, at, at + 5_000));
    }
    clientEar.stream().close();
    run(120 * SECOND);
    assertEquals(
        Arrays.hashCode(said),
        Arrays.hashCode(serverEar.bytes.toByteArray()),
        () -> serverEar.bytes.size() + " bytes came");
    assertEquals(List.of("connected", "end: "), serverEar.happened);
    assertEquals(List.of("connected"), clientEar.happened, "who closes hears nothing");
    assertEquals(List.of(), streams.lines());
  }

  @Test
  void whereNobodyListensOneIsRefused() throws IOException {
    connect();
    run(SECOND);
    assertEquals(List.of("Connection refused"), clientEar.happened);
  }

  @Test
  void behindABlackHoleNobodyAnswersUntilItIsGone() throws IOException {
    server.listen(new InetSocketAddress(PORT), serverEar::onConnected);
    fabric.links().getFirst().swallow(true);
    connect();
    run(2 * SECOND);
    assertEquals(List.of(), clientEar.happened);
    fabric.links().getFirst().swallow(false);
    run(4 * SECOND);
    assertEquals(List.of("connected"), clientEar.happened);
  }

  @Test
  void whoGivesUpHearsNothingAndLeavesNothing() throws IOException {
    server.listen(new InetSocketAddress(PORT), serverEar::onConnected);
    StreamHost.Handle handle = connect();
    handle.cancel();
    run(4 * SECOND);
    assertEquals(List.of(), clientEar.happened);
    assertEquals(List.of(), streams.lines());
  }

  @Test
  void whoGivesUpLeavesNothingThoughTheAnswerNeverComes() throws IOException {
    server.listen(new InetSocketAddress(PORT), serverEar::onConnected);
    StreamHost.Handle handle = connect();
    while (serverEar.happened.isEmpty()) {
      world.scheduler().step();
    }
    fabric.links().get(1).up(false);
    run(SECOND);
    handle.cancel();
    serverEar.stream().close();
    run(SECOND);
    assertEquals(List.of(), clientEar.happened);
    assertEquals(List.of(), streams.lines());
  }

  @Test
  void silenceIsHeardByNobodyAndWhatWasSaidComesAfterIt() throws IOException {
    connectBoth();
    streams.lines().getFirst().silence(true, false);
    clientEar.stream().send(new byte[10]);
    serverEar.stream().send(new byte[5]);
    run(SECOND);
    assertEquals(0, serverEar.bytes.size());
    assertEquals(5, clientEar.bytes.size());
    streams.lines().getFirst().silence(false, false);
    run(SECOND);
    assertEquals(10, serverEar.bytes.size());
  }

  @Test
  void aResetIsHeardByBoth() throws IOException {
    connectBoth();
    streams.lines().getFirst().reset();
    run(SECOND);
    assertEquals(List.of("connected", "end: Connection reset"), clientEar.happened);
    assertEquals(List.of("connected", "end: Connection reset"), serverEar.happened);
  }

  @Test
  void aSlowLineTakesItsTime() throws IOException {
    connectBoth();
    streams.lines().getFirst().slow(SECOND / 500);
    clientEar.stream().send(new byte[5_000]);
    run(5 * SECOND);
    int half = serverEar.bytes.size();
    assertTrue(half > 0 && half < 5_000, () -> half + " bytes in 5 s");
    run(6 * SECOND);
    assertEquals(5_000, serverEar.bytes.size());
  }

  @Test
  void whoseProcessEndsIsResetByItsHost() throws IOException {
    connectBoth();
    server.close();
    run(SECOND);
    assertEquals(List.of("connected", "end: Connection reset"), clientEar.happened);
    assertEquals(List.of("connected"), serverEar.happened);
  }
}
