// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.QueuePairConfig;
import java.util.ArrayList;

/**
 * The unreliable connections of an engine, and in which order and how fast they send: in turns, a
 * burst each, and no faster than all together may and each one should. Nobody acknowledges what
 * they send, so no window holds them back.
 */
final class UcQueuePairs {
  private final Engine engine;
  private final int most;
  private final NumberTable<UcQueuePair> byNumber;
  private final ArrayList<UcQueuePair> all = new ArrayList<>();
  private final UcBurst out;
  private final Pace together;

  /** Whether nothing may be sent before {@link #heldUntilNanos}. */
  private boolean held;

  private long heldUntilNanos;
  private int turn;

  UcQueuePairs(Engine engine) {
    this.engine = engine;
    EngineConfig config = engine.config();
    most = config.tables().maxUnreliableQueuePairs();
    byNumber = new NumberTable<>(engine.randomness(), most, Engine.NUMBER_BITS);
    out = new UcBurst(engine.counters());
    together = new Pace(config.tables().unreliableBytesPerSecond(), config.mostNoticesPerSecond());
  }

  UcQueuePair create(RoceDomain domain, QueuePairConfig config) {
    if (byNumber.isFull()) {
      engine.counters().add(EngineCounters.Kind.QUEUE_PAIR_REFUSED);
      throw new IllegalStateException(
          "all " + most + " unreliable connections are in use: maxUnreliableQueuePairs");
    }
    int port = config.path().localPort();
    int sourcePort = engine.shell().sourcePort(port, config.path().routeLabel());
    QueuePairAddress address = new QueuePairAddress(
        byNumber.draw(engine::hasQueuePair),
        engine.randomness().nextInt(1 << Engine.NUMBER_BITS),
        engine.ports().get(port).mtuBytes(),
        sourcePort,
        engine.config().maxReadAtomic(),
        0);
    all.ensureCapacity(all.size() + 1); // Before it has a number: then nobody would remove it.
    UcQueuePair made = new UcQueuePair(domain, config, address);
    byNumber.add(made);
    all.add(made);
    return made;
  }

  void remove(UcQueuePair queuePair) {
    byNumber.remove(queuePair);
    all.remove(queuePair);
  }

  /** Takes a packet whose length was checked, unless something is wrong with it. */
  void receive(Inbound in, Datagram datagram, long nowNanos) {
    UcQueuePair queuePair = byNumber.find(in.queuePair());
    if (queuePair == null) {
      engine.counters().add(EngineCounters.Kind.NO_QUEUE_PAIR);
      return;
    }
    EngineCounters.Kind objection = queuePair.objection(datagram);
    if (objection != null) {
      engine.counters().add(objection);
      return;
    }
    engine.counters().add(EngineCounters.Kind.RECEIVED);
    if (in.opcode == PacketOpcode.CONGESTION_NOTIFICATION) {
      engine.counters().add(EngineCounters.Kind.NOTICE_RECEIVED);
      queuePair.pace().marked(nowNanos);
    } else {
      queuePair.receive(in);
    }
  }

  /** Whether a notice, which does not say what it is about, is for one of these. */
  boolean has(int number) {
    return byNumber.find(number) != null;
  }

  /** Something was posted. */
  void wake() {
    held = false;
  }

  boolean hasWork() {
    return !held && hasSomething();
  }

  private boolean hasSomething() {
    for (int at = 0; at < all.size(); at++) {
      if (all.get(at).hasWork()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Sends a burst of each that may.
   *
   * @return false if the sink has refused one
   */
  boolean transmit(PacketSink sink, long nowNanos) {
    boolean taken = true;
    boolean open = false;
    long soonestNanos = Engine.NO_TIMER;
    turn = all.isEmpty() ? 0 : (turn + 1) % all.size();
    for (int at = 0; at < all.size(); at++) {
      UcQueuePair each = all.get((at + turn) % all.size());
      if (each.hasWork() && isOpen(each, nowNanos)) {
        taken &= send(each, sink, nowNanos);
      }
      if (each.hasWork()) {
        open |= isOpen(each, nowNanos);
        soonestNanos = Math.min(soonestNanos, freeNanos(each, nowNanos));
      }
    }
    held = !open && soonestNanos != Engine.NO_TIMER;
    heldUntilNanos = soonestNanos;
    return taken;
  }

  private boolean isOpen(UcQueuePair queuePair, long nowNanos) {
    return together.isOpen(nowNanos) && queuePair.pace().isOpen(nowNanos);
  }

  private long freeNanos(UcQueuePair queuePair, long nowNanos) {
    long own = queuePair.pace().isOpen(nowNanos) ? nowNanos : queuePair.pace().freeNanos();
    return together.isOpen(nowNanos) ? own : Math.max(own, together.freeNanos());
  }

  private boolean send(UcQueuePair queuePair, PacketSink sink, long nowNanos) {
    long bytes = queuePair.transmit(out, sink, Pace.TURN_BYTES);
    if (bytes > 0) {
      together.sent(bytes, nowNanos);
      queuePair.pace().sent(bytes, nowNanos);
    }
    return bytes >= 0;
  }

  void timers(long nowNanos) {
    held &= heldUntilNanos - nowNanos > 0;
  }

  long nextTimerNanos() {
    return held ? heldUntilNanos : Engine.NO_TIMER;
  }
}
