// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.LinkFaults;
import io.sennit.simulator.fabric.LossCause;
import io.sennit.simulator.fabric.Topologies;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One pipe over one link. */
final class PipeTest {
  private static final int PACKETS = 3_000;

  private final World world = World.of(9);
  private final Fabric fabric = new Fabric(world, Topologies.parallel(1, LinkConfig.STANDARD));
  private final LightNet net = new LightNet(world, fabric);
  private final Ends ends = new Ends();

  /** Counts what comes. */
  private static final class Ends implements Supply, Sink {
    long arrivedBytes;
    long inOrder;
    long acknowledged;
    boolean gaveUp;

    @Override
    public long packets() {
      return PACKETS;
    }

    @Override
    public int bytes(long number) {
      return 1 + (int) number;
    }

    @Override
    public void acknowledged(long number) {
      acknowledged = number;
    }

    @Override
    public void gaveUp() {
      gaveUp = true;
    }

    @Override
    public boolean accepts(long number) {
      return true;
    }

    @Override
    public void arrived(long number, int bytes) {
      arrivedBytes += bytes;
    }

    @Override
    public void advanced(long number) {
      assertTrue(number > inOrder, () -> number + " after " + inOrder);
      inOrder = number;
    }
  }

  /** One route, or many by turns; writes down what it is told. */
  private static final class Recorder implements PacketPolicy {
    private final int labels;
    private final int disorder;
    private final EcnWindow window = new EcnWindow(64);
    private int next;
    int lost;
    int timedOut;
    int stalled;
    long acked;
    long again;
    long idle;

    Recorder(int labels, int disorder) {
      this.labels = labels;
      this.disorder = disorder;
    }

    @Override
    public int labels() {
      return labels;
    }

    @Override
    public boolean admits(int inFlight, long ahead) {
      return window.admits(inFlight);
    }

    @Override
    public int label() {
      next = (next + 1) % labels;
      return next;
    }

    @Override
    public int disorder() {
      return disorder;
    }

    @Override
    public void acked(Echo echo) {
      window.acked(echo);
      acked++;
      again += echo.again() ? 1 : 0;
      idle += echo.idle() ? 1 : 0;
    }

    @Override
    public void lost(int label) {
      lost++;
    }

    @Override
    public void timedOut(int label, long nowNanos) {
      timedOut++;
    }

    @Override
    public void stalled() {
      stalled++;
    }
  }

  private void run(PipeConfig config) {
    run(config, new OneRoute(new EcnWindow(256)));
  }

  private void run(PipeConfig config, PacketPolicy policy) {
    IntFunction<Route> routes = Route.between(fabric.portsOf(0), fabric.portsOf(1), 0);
    new Pipe(new Pipe.Plan(net, routes, config, policy, ends, ends)).pump();
    boolean more = true;
    while (more) {
      more = world.scheduler().step();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20_000, 300_000})
  void everyPacketCountsOnceWhateverIsLostOrDoubled(int ppm) {
    for (Link link : fabric.links()) {
      link.faults(new LinkFaults(ppm, LinkFaults.Bursts.NONE, ppm, 0, ppm, 20_000));
    }
    run(PipeConfig.FLOW);
    assertEquals((long) PACKETS * (PACKETS + 1) / 2, ends.arrivedBytes);
    assertEquals(PACKETS, ends.inOrder);
    assertEquals(PACKETS, ends.acknowledged);
    assertEquals(ppm > 0, fabric.lost(LossCause.CHANCE) > 0);
    assertEquals(0, fabric.pool().inUse());
  }

  @Test
  void silenceIsGivenUpAfterSoManyTimers() {
    fabric.links().getFirst().swallow(true);
    run(new PipeConfig(64, 7));
    assertTrue(ends.gaveUp);
    assertEquals(0, ends.arrivedBytes);
    long millis = world.nowNanos() / 1_000_000;
    assertTrue(millis > 10 && millis < 1_000, () -> "after " + millis + " ms");
  }

  private void loseOneAt(long nanos) {
    Link link = fabric.links().getFirst();
    world.scheduler().at(nanos, due -> link.faults(LinkFaults.loss(1_000_000)), 0);
    world.scheduler().at(nanos + 1_500, due -> link.faults(LinkFaults.NONE), 0);
  }

  @Test
  void whatWasOvertakenByItsRouteIsLostAndNoTimerHasRunOut() {
    Recorder recorder = new Recorder(1, Integer.MAX_VALUE);
    loseOneAt(1_000_000);
    run(PipeConfig.FLOW, recorder);
    assertEquals(1, recorder.lost);
    assertEquals(0, recorder.timedOut);
    assertEquals(1, recorder.again);
    assertEquals(PACKETS, ends.inOrder);
  }

  @Test
  void whatNobodyOfItsRouteOvertookTakesATimer() {
    Recorder recorder = new Recorder(4_096, Integer.MAX_VALUE);
    loseOneAt(1_000_000);
    run(PipeConfig.FLOW, recorder);
    assertEquals(0, recorder.lost);
    assertEquals(1, recorder.timedOut);
    assertEquals(0, recorder.stalled, "all others were heard of");
    assertEquals(1, recorder.again);
  }

  @Test
  void whatIsTooFarBehindIsLostByWhateverRoutesTheOthersWent() {
    Recorder recorder = new Recorder(4_096, 20);
    loseOneAt(1_000_000);
    run(PipeConfig.FLOW, recorder);
    assertEquals(1, recorder.lost);
    assertEquals(0, recorder.timedOut);
    assertEquals(PACKETS, ends.inOrder);
  }

  @Test
  void onlyWhenNothingIsLeftToSendIsTheSenderIdle() {
    Recorder recorder = new Recorder(1, Integer.MAX_VALUE);
    run(PipeConfig.FLOW, recorder);
    assertEquals(PACKETS, recorder.acked);
    assertEquals(0, recorder.again);
    assertTrue(recorder.idle > 1 && recorder.idle <= 64, () -> recorder.idle + " idle");
  }

  @Test
  void theLinkIsKeptBusyWithoutLoss() {
    run(PipeConfig.FLOW);
    long bytes = fabric.links().getFirst().carriedBytes();
    double share = bytes * 1e9 / world.nowNanos() / LinkConfig.STANDARD.rateBytesPerSecond();
    assertTrue(share > 0.7, () -> share + " of the link");
    assertEquals(0, fabric.lost(LossCause.BUFFER));
  }
}
