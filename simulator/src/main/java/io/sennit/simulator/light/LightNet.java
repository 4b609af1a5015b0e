// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.PacketPool;
import java.util.ArrayList;
import java.util.List;

/**
 * All pipes and queue pairs of one fabric, by number, and the way of each packet to its pipe. It
 * listens at every port. Confined to the world's thread.
 */
public final class LightNet {
  /** RoCEv2's. */
  private static final int UDP_PORT = 4791;

  /** ECT(0): may be marked. */
  private static final int MARKABLE = 2;

  private static final int CONGESTION_EXPERIENCED = 3;

  final Scheduler scheduler;
  private final PacketPool pool;
  private final List<Pipe> pipes = new ArrayList<>();
  private final List<LightQueuePair> queuePairs = new ArrayList<>();
  private final Header in = new Header();

  /** Takes over every port of a fabric. */
  public LightNet(World world, Fabric fabric) {
    scheduler = world.scheduler();
    pool = fabric.pool();
    pool.holdHeadersOnly();
    fabric.ports().forEach(port -> port.listen(this::receive));
  }

  int add(Pipe pipe) {
    pipes.add(pipe);
    return pipes.size() - 1;
  }

  int add(LightQueuePair queuePair) {
    queuePairs.add(queuePair);
    return queuePairs.size() - 1;
  }

  LightQueuePair queuePair(int number) {
    if (number < 0 || number >= queuePairs.size()) {
      throw new IllegalArgumentException("there is no queue pair " + number);
    }
    return queuePairs.get(number);
  }

  long nowNanos() {
    return scheduler.nanoTime();
  }

  private void receive(int packet) {
    in.read(pool, packet);
    Pipe pipe = pipes.get(in.pipe);
    if (in.kind == Header.ANSWER) {
      pipe.onAnswer(in);
    } else if (in.kind == Header.REFUSAL) {
      pipe.onRefusal(in);
    } else if (pool.isTrimmed(packet)) {
      pipe.onTrimmed(in);
    } else {
      int bytes = pool.length(packet) - Header.BYTES;
      pipe.onPacket(in, bytes, pool.ecn(packet) == CONGESTION_EXPERIENCED);
    }
    pool.release(packet);
  }

  /** A packet with so much behind its header, which may be marked. */
  void send(Header header, int payloadBytes, Route route) {
    send(header, payloadBytes, MARKABLE, route);
  }

  /** An acknowledgement, which may not. */
  void answer(Header header, Route route) {
    send(header, 0, 0, route);
  }

  private void send(Header header, int payloadBytes, int ecn, Route route) {
    int packet = pool.take(Header.BYTES + payloadBytes);
    pool.mark(packet, 0, ecn);
    header.write(pool, packet);
    HostPort from = route.from();
    from.send(packet, route.udpPort(), route.to(), UDP_PORT);
  }
}
