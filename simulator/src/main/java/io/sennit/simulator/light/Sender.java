// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.simulator.Task;
import java.util.ArrayDeque;
import java.util.function.IntFunction;

/**
 * The near half of a pipe: sends what the policy admits, takes for lost what was overtaken on its
 * own route or outlived its timer, and sends that again first.
 */
final class Sender {
  private static final byte NEW = 0;
  private static final byte UNDER_WAY = 1;
  private static final byte LOST = 2;
  private static final byte DONE = 3;

  private final LightNet net;
  private final int pipe;
  private final IntFunction<Route> routes;
  private final PipeConfig config;
  private final PacketPolicy policy;
  private final Supply supply;
  private final byte[] states;
  private final InFlight inFlight;
  private final ArrayDeque<Long> losses = new ArrayDeque<>();
  private final RoundTrips roundTrips = new RoundTrips();
  private final DeliveryRate rate = new DeliveryRate();
  private final Header header = new Header();
  private final Echo echo = new Echo();
  private final Task timer = this::onTimer;
  private boolean timing;
  private boolean stopped;
  private long oldestMissing;
  private long next;
  private long heardNanos = -1;
  private int silences;

  Sender(Pipe.Plan plan, int pipe) {
    net = plan.net();
    this.pipe = pipe;
    routes = plan.routes();
    config = plan.config();
    policy = plan.policy();
    supply = plan.supply();
    states = new byte[config.aheadPackets()];
    inFlight = new InFlight(policy.labels());
  }

  RoundTrips roundTrips() {
    return roundTrips;
  }

  DeliveryRate rate() {
    return rate;
  }

  void stop() {
    stopped = true;
  }

  /** Sends what may leave now. */
  void pump() {
    while (!stopped) {
      long number = candidate();
      long ahead = number == next ? next - oldestMissing : 0;
      if (number < 0 || !policy.admits(inFlight.count(), ahead)) {
        break;
      }
      transmit(number);
    }
    startTimer();
  }

  private long candidate() {
    while (!losses.isEmpty()) {
      long number = losses.peekFirst();
      if (states[slot(number)] == LOST && number >= oldestMissing) {
        return number;
      }
      losses.removeFirst(); // Late, and not lost.
    }
    boolean room = next - oldestMissing < states.length;
    return room && next < supply.packets() ? next : -1;
  }

  private int slot(long number) {
    return (int) number & (states.length - 1);
  }

  private void transmit(long number) {
    header.again = number < next;
    if (number == next) {
      next++;
    } else {
      losses.removeFirst();
    }
    states[slot(number)] = UNDER_WAY;
    long nowNanos = net.nowNanos();
    int label = policy.label();
    header.pipe = pipe;
    header.number = number;
    header.label = label;
    header.turn = inFlight.add(number, label, nowNanos);
    header.sentNanos = nowNanos;
    net.send(header, supply.bytes(number), routes.apply(label));
  }

  /** An acknowledgement has come. */
  void onAnswer(Header answer) {
    if (stopped) {
      return;
    }
    long nowNanos = net.nowNanos();
    roundTrips.add(nowNanos - answer.sentNanos);
    heardNanos = nowNanos;
    silences = 0;
    rate.acked(answer.sentNanos, nowNanos, inFlight.count() > 1);
    done(answer.number);
    while (oldestMissing < answer.arrived || isDone(oldestMissing)) {
      done(oldestMissing);
      states[slot(oldestMissing)] = NEW;
      oldestMissing++;
    }
    long overtaken = inFlight.overtaken(answer.label, answer.turn);
    while (overtaken >= 0) {
      policy.lost(lose(overtaken));
      overtaken = inFlight.overtaken(answer.label, answer.turn);
    }
    loseOldest(answer);
    tellPolicy(answer, nowNanos);
    supply.acknowledged(oldestMissing);
    pump();
  }

  /** A packet met a full queue, which left its header only. */
  void onRefusal(Header refusal) {
    if (!stopped) {
      heardNanos = net.nowNanos();
      silences = 0;
      if (inFlight.left(refusal.number, refusal.label, refusal.turn)) {
        policy.lost(lose(refusal.number));
      }
      pump();
    }
  }

  private boolean isDone(long number) {
    return number < next && states[slot(number)] == DONE;
  }

  private void done(long number) {
    if (number < oldestMissing) {
      return;
    }
    if (inFlight.has(number)) {
      inFlight.remove(number);
    }
    states[slot(number)] = DONE;
  }

  private void tellPolicy(Header answer, long nowNanos) {
    echo.label = answer.label;
    echo.number = answer.number;
    echo.marked = answer.marked;
    echo.again = answer.again;
    echo.sentNanos = answer.sentNanos;
    echo.nowNanos = nowNanos;
    echo.inFlight = inFlight.count();
    echo.idle = candidate() < 0 && next == supply.packets();
    policy.acked(echo);
  }

  /** A packet this far behind the newest one is taken for lost. */
  private void loseOldest(Header answer) {
    boolean far = answer.number - oldestMissing >= policy.disorder();
    if (far
        && inFlight.has(oldestMissing)
        && inFlight.sentNanos(oldestMissing) < answer.sentNanos) {
      policy.lost(lose(oldestMissing));
    }
  }

  /** Answers by which label it went. */
  private int lose(long number) {
    int label = inFlight.remove(number);
    states[slot(number)] = LOST;
    losses.addLast(number);
    return label;
  }

  private void startTimer() {
    long oldest = inFlight.oldest();
    if (!timing && !stopped && oldest >= 0) {
      timing = true;
      long dueNanos = inFlight.sentNanos(oldest) + roundTrips.timerNanos();
      net.scheduler.at(Math.max(dueNanos, net.nowNanos() + 1), timer, 0);
    }
  }

  private void onTimer(long due) {
    timing = false;
    if (!stopped) {
      expire(net.nowNanos());
      pump();
    }
  }

  private void expire(long nowNanos) {
    long oldest = inFlight.oldest();
    if (oldest < 0 || nowNanos - inFlight.sentNanos(oldest) < roundTrips.timerNanos()) {
      return;
    }
    boolean silent = heardNanos < inFlight.sentNanos(oldest);
    while (oldest >= 0 && nowNanos - inFlight.sentNanos(oldest) >= roundTrips.timerNanos()) {
      policy.timedOut(lose(oldest), nowNanos);
      oldest = inFlight.oldest();
    }
    if (silent) {
      roundTrips.silent();
      policy.stalled();
      if (++silences > config.retries()) {
        stopped = true;
        supply.gaveUp();
      }
    }
  }
}
