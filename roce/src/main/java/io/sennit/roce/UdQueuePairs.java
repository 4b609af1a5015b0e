// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.Deth;
import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.IpAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queue pairs of an engine that take datagrams. Connections are in a table of their own, so
 * that a packet of the other kind finds nothing.
 */
final class UdQueuePairs {
  private static final int MANAGEMENT = 1;
  private static final int NUMBER_BITS = 24;

  private final Engine engine;
  private final int most;
  private final NumberTable<UdQueuePair> byNumber;
  private final @Nullable UdQueuePair[] management;
  private final List<UdQueuePair> all = new ArrayList<>();
  private final Burst[] burst = {new Burst()};
  private final PacketTrailer trailer = new PacketTrailer();
  private final UdMessage message;
  private @Nullable Icrc lastIcrc;
  private IpAddress lastSource = Flow.NONE.source();
  private int lastSourcePort;
  private int lastLocalPort;

  UdQueuePairs(Engine engine, Inbound inbound, Randomness randomness) {
    this.engine = engine;
    message = new UdMessage(inbound);
    most = engine.config().tables().maxDatagramQueuePairs();
    byNumber = new NumberTable<>(randomness, most, NUMBER_BITS);
    management = new UdQueuePair[engine.ports().size()];
  }

  UdQueuePair create(UdConfig config, UdReceiver receiver) {
    if (config.localPort() >= management.length) {
      throw new IllegalArgumentException("there is no local port " + config.localPort());
    }
    int psn = engine.randomness().nextInt(1 << NUMBER_BITS);
    UdQueuePair made;
    if (config.management()) {
      if (management[config.localPort()] != null) {
        throw new IllegalStateException(
            "queue pair 1 of local port " + config.localPort() + " is in use");
      }
      made = new UdQueuePair(engine, config, receiver, MANAGEMENT, psn);
      management[config.localPort()] = made;
    } else {
      if (byNumber.isFull()) {
        engine.counters().add(EngineCounters.Kind.QUEUE_PAIR_REFUSED);
        throw new IllegalStateException(
            "all " + most + " queue pairs for datagrams are in use: maxDatagramQueuePairs");
      }
      made = new UdQueuePair(engine, config, receiver, byNumber.draw(engine::hasQueuePair), psn);
      byNumber.add(made);
    }
    all.add(made);
    return made;
  }

  void remove(UdQueuePair queuePair) {
    all.remove(queuePair);
    if (queuePair.number() == MANAGEMENT) {
      management[queuePair.localPort()] = null;
    } else {
      byNumber.remove(queuePair);
    }
  }

  /** Takes a datagram whose length was checked, unless something is wrong with it. */
  void receive(Inbound in, Datagram datagram, long nowNanos) {
    UdQueuePair queuePair = find(in.queuePair(), datagram.localPort());
    if (queuePair == null) {
      engine.counters().add(EngineCounters.Kind.NO_QUEUE_PAIR);
      return;
    }
    EngineCounters.Kind objection = objection(queuePair, in, datagram);
    if (objection != null) {
      engine.counters().add(objection);
      return;
    }
    engine.counters().add(EngineCounters.Kind.RECEIVED);
    message.from(lastSource, lastSourcePort, queuePair.address());
    queuePair.receiver().receive(message, nowNanos);
  }

  /** Whether a number, not 1, is one of these'. */
  boolean has(int number) {
    return byNumber.find(number) != null;
  }

  private @Nullable UdQueuePair find(int number, int localPort) {
    UdQueuePair there = number == MANAGEMENT ? management[localPort] : byNumber.find(number);
    return there != null && there.localPort() == localPort ? there : null;
  }

  private EngineCounters.@Nullable Kind objection(
      UdQueuePair queuePair, Inbound in, Datagram datagram) {
    if (in.payloadBytes > queuePair.mtuBytes()) {
      return EngineCounters.Kind.MALFORMED;
    }
    if (Deth.queueKey(in.packet, in.bth) != queuePair.queueKey()) {
      return EngineCounters.Kind.WRONG_QUEUE_KEY;
    }
    if (IpAddress.isIpv4(datagram.sourceHigh(), datagram.sourceLow())
        != queuePair.address().isIpv4()) {
      return EngineCounters.Kind.WRONG_SOURCE;
    }
    Icrc icrc = inboundIcrc(queuePair, datagram);
    return engine.isIntact(icrc, datagram, true) ? null : EngineCounters.Kind.BAD_CRC;
  }

  /** That of the last sender is kept: usually it is the same, and a new one makes only garbage. */
  private Icrc inboundIcrc(UdQueuePair queuePair, Datagram datagram) {
    Icrc icrc = lastIcrc;
    if (icrc == null
        || datagram.sourceHigh() != lastSource.high()
        || datagram.sourceLow() != lastSource.low()
        || datagram.sourcePort() != lastSourcePort
        || datagram.localPort() != lastLocalPort) {
      lastSource = new IpAddress(datagram.sourceHigh(), datagram.sourceLow());
      lastSourcePort = datagram.sourcePort();
      lastLocalPort = datagram.localPort();
      int receivePort = engine.ports().get(lastLocalPort).receivePort();
      icrc = Icrc.between(lastSource, lastSourcePort, queuePair.address(), receivePort);
      lastIcrc = icrc;
    }
    return icrc;
  }

  boolean hasWork() {
    for (int at = 0; at < all.size(); at++) {
      if (!all.get(at).queue().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Sends all that waits and is taken; false if the sink has refused one. */
  boolean transmit(PacketSink sink) {
    boolean taken = true;
    for (int at = 0; at < all.size(); at++) {
      taken &= transmit(all.get(at).queue(), sink);
    }
    return taken;
  }

  private boolean transmit(UdSendQueue queue, PacketSink sink) {
    while (!queue.isEmpty()) {
      queue.write(burst[0], trailer);
      if (sink.send(burst, 1) == 0) {
        return false;
      }
      queue.remove();
      engine.counters().add(EngineCounters.Kind.SENT);
    }
    return true;
  }

  void timers(long nowNanos) {
    for (int at = 0; at < all.size(); at++) {
      UdReceiver receiver = all.get(at).receiver();
      long dueNanos = receiver.nextTimerNanos();
      if (dueNanos != Engine.NO_TIMER && dueNanos - nowNanos <= 0) {
        receiver.timers(nowNanos);
      }
    }
  }

  long nextTimerNanos() {
    long next = Engine.NO_TIMER;
    for (int at = 0; at < all.size(); at++) {
      next = Math.min(next, all.get(at).receiver().nextTimerNanos());
    }
    return next;
  }
}
