// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.GrowthTuning;
import io.sennit.multipath.IntrusionTuning;
import io.sennit.multipath.PathTuning;
import io.sennit.multipath.Scheduling;
import io.sennit.multipath.StrandOffer;
import io.sennit.multipath.TrafficClasses;
import io.sennit.simulator.Seeds;
import io.sennit.simulator.exhaustive.Step.Kind;
import io.sennit.simulator.hostile.Flight;
import io.sennit.simulator.hostile.Hands;
import io.sennit.simulator.hostile.HostileCompletionQueue;
import io.sennit.simulator.hostile.HostileFabric;
import io.sennit.simulator.hostile.HostileQueuePair;
import io.sennit.simulator.hostile.HostileRegion;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two production braids on two paths of the hostile provider, and what can happen to them next. A
 * braid turns as soon as something is there for it, so that a late turn is a late arrival. Probes
 * are answered at once. Confined to one thread; one life long.
 */
public final class Board implements Hands {
  private static final long MILLI = 1_000_000;
  private static final long NEVER = 3_600_000 * MILLI;
  private static final long HORIZON = 1_000 * MILLI;
  private static final int CHUNK_BYTES = 64;
  private static final BraidConfig WITHOUT_PROBES = config(NEVER);
  private static final BraidConfig WITH_PROBES = config(10 * MILLI);

  private final Story story;
  private final HostileFabric fabric = new HostileFabric(this);
  private final Side near;
  private final Side far;
  private final Guard guard = new Guard();
  private final Set<HostileQueuePair> probing = new HashSet<>();
  private final Set<HostileQueuePair> losing = new HashSet<>();
  private final Map<Integer, Integer> refusals = new HashMap<>();
  private final List<Unanswered> unanswered = new ArrayList<>();
  private int nearFailures;
  private int farFailures;
  private int repeats;
  private int earlyTimers;
  private long nowNanos;
  private boolean begun;

  /** What was executed, and may be executed again. */
  private record Unanswered(HostileQueuePair half, Flight flight) {}

  Board(Story story, Braids braids) {
    this.story = story;
    Limits limits = story.limits();
    HostileFabric.Pair pair = fabric.pair(new DomainConfig(4 << 20, 64));
    near = new Side(this, "near", pair.near(), braids);
    far = new Side(this, "far", pair.far(), braids);
    List<Path> paths = List.of(new Path(0, 0, 1), new Path(0, 0, 2));
    List<StrandOffer> nearOffers = near.braid().offer(paths);
    List<StrandOffer> farOffers = far.braid().offer(paths);
    far.braid().connect(nearOffers);
    near.braid().connect(farOffers);
    near.tell(0, 0);
    far.tell(0, 0);
    settle();
    calm();
    nearFailures = limits.nearFailures();
    farFailures = limits.farFailures();
    repeats = limits.repeats();
    earlyTimers = limits.earlyTimers();
    story.begin(this);
    begun = true;
    near.tell(0, 0);
    far.tell(0, 0);
    settle();
  }

  private static BraidConfig config(long probeNanos) {
    PathTuning usual = PathTuning.defaults();
    PathTuning tuning = new PathTuning(
        usual.rttGainShift(),
        usual.minRttWindowNanos(),
        usual.rateWindowRounds(),
        usual.pauseNanos(),
        probeNanos,
        NEVER,
        NEVER,
        1,
        usual.missedProbes(),
        MILLI,
        NEVER,
        usual.assumedRate(),
        usual.hedgePercent(),
        usual.hedgeBurstBytes(),
        usual.exploreEvery(),
        usual.slowFactor(),
        usual.waitPercent(),
        usual.sampleAbovePaths(),
        usual.queueTargetNanos(),
        usual.cutPercent(),
        usual.mostCutPercent(),
        NEVER,
        0); // What is on the queue pairs of probes is answered at once, and no step.
    return new BraidConfig(
        1024,
        128,
        128,
        16,
        16,
        2,
        CHUNK_BYTES,
        CHUNK_BYTES,
        4,
        4,
        4,
        1 << 20,
        2 * MILLI,
        2 * MILLI,
        NEVER,
        MILLI,
        NEVER,
        Scheduling.EARLIEST_FINISH,
        tuning,
        GrowthTuning.defaults(),
        TrafficClasses.STANDARD,
        new IntrusionTuning(NEVER, 16, NEVER));
  }

  /** Carries what starting takes, in one order. */
  private void calm() {
    for (List<Step> steps = steps(); !steps.isEmpty(); steps = steps()) {
      take(steps.getFirst());
    }
  }

  BraidConfig config() {
    return story.probes() ? WITH_PROBES : WITHOUT_PROBES;
  }

  Story story() {
    return story;
  }

  public Side near() {
    return near;
  }

  public Side far() {
    return far;
  }

  public Guard guard() {
    return guard;
  }

  /** Everything that can happen next, in an order that depends on nothing but the state. */
  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (HostileQueuePair half : halves()) {
      add(steps, Kind.EXECUTE, half, half.mayExecute());
      add(steps, Kind.LOSE, half, mayFail(half) && maySend(half));
      add(steps, Kind.COMPLETE, half, half.mayComplete());
      add(steps, Kind.FLUSH, half, half.mayFlush());
      add(steps, Kind.FAIL, half, mayFail(half));
      add(steps, Kind.REPEAT, half, mayRepeat(half));
    }
    add(steps, Kind.LIFELINE, 0, !near.lifeline.isEmpty());
    add(steps, Kind.LIFELINE, 1, !far.lifeline.isEmpty());
    add(steps, Kind.ACT, 0, begun && story.mayAct());
    boolean soon = nextTimerNanos() - nowNanos <= HORIZON;
    add(steps, Kind.TIME, 0, soon && (steps.isEmpty() || earlyTimers > 0));
    return steps;
  }

  private static void add(List<Step> steps, Kind kind, HostileQueuePair half, boolean possible) {
    add(steps, kind, half.number(), possible);
  }

  private static void add(List<Step> steps, Kind kind, int half, boolean possible) {
    if (possible) {
      steps.add(new Step(kind, half));
    }
  }

  private List<HostileQueuePair> halves() {
    return fabric.halves().stream()
        .filter(half -> !probing.contains(half))
        .sorted(Comparator.comparingInt(HostileQueuePair::number))
        .toList();
  }

  private boolean mayFail(HostileQueuePair half) {
    boolean more = (half.domain() == near.domain ? nearFailures : farFailures) > 0;
    boolean connected = half.state() == QueuePairState.READY_TO_SEND;
    return connected
        && half.pending() > 0
        && (losing.contains(half) || (more && story.mayFail(half.path().routeLabel())));
  }

  private static boolean maySend(HostileQueuePair half) {
    return half.mayExecute() && half.oldest().opcode() == Opcode.SEND;
  }

  private boolean mayRepeat(HostileQueuePair half) {
    return repeats > 0 && unanswered.stream().anyMatch(each -> each.half() == half);
  }

  private long nextTimerNanos() {
    return Math.min(near.braid().nextTimerNanos(), far.braid().nextTimerNanos());
  }

  private HostileQueuePair half(Step step) {
    return fabric.halves().stream()
        .filter(half -> half.number() == step.half())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing to do for " + step));
  }

  /** Lets something happen, and both sides see what comes of it. */
  void take(Step step) {
    switch (step.kind()) {
      case EXECUTE -> execute(half(step));
      case LOSE -> lose(half(step));
      case COMPLETE -> complete(half(step));
      case FLUSH -> flush(half(step));
      case FAIL -> fail(half(step));
      case REPEAT -> repeat(half(step));
      case LIFELINE -> carry(step.half() == 0 ? near : far, step.half() == 0 ? far : near);
      case TIME -> pass();
      case ACT -> {
        near.tell(5, 0);
        story.act();
      }
    }
    settle();
  }

  private Side sideOf(HostileQueuePair half) {
    return half.domain() == near.domain ? near : far;
  }

  private Side peerOf(HostileQueuePair half) {
    return half.domain() == near.domain ? far : near;
  }

  /** A SEND is answered at once, unless {@link Kind#LOSE} happens to it. */
  private Flight execute(HostileQueuePair half) {
    Flight flight = half.execute();
    if (flight.opcode() == Opcode.SEND) {
      peerOf(half).tell(half.number(), Arrays.hashCode(flight.first()));
      answerSends(half);
    } else {
      unanswered.add(new Unanswered(half, flight));
    }
    return flight;
  }

  private void answerSends(HostileQueuePair half) {
    while (half.mayComplete() && half.next().opcode() == Opcode.SEND) {
      answer(half);
    }
  }

  private void lose(HostileQueuePair half) {
    losing.add(half);
    spendFailure(half);
    half.oldest().loseAnswer();
    execute(half);
  }

  private void complete(HostileQueuePair half) {
    answer(half);
    unanswered.removeIf(each -> each.flight().hasSucceeded());
    answerSends(half);
  }

  private void answer(HostileQueuePair half) {
    sideOf(half).tell(half.number(), half.digest());
    half.complete();
  }

  private void flush(HostileQueuePair half) {
    sideOf(half).tell(half.number(), 1);
    half.flush();
  }

  private void fail(HostileQueuePair half) {
    if (!losing.remove(half)) {
      spendFailure(half);
    }
    sideOf(half).tell(half.number(), 2);
    half.giveUp();
  }

  private void spendFailure(HostileQueuePair half) {
    if (half.domain() == near.domain) {
      nearFailures--;
    } else {
      farFailures--;
    }
  }

  private void repeat(HostileQueuePair half) {
    repeats--;
    Flight oldest = unanswered.stream()
        .filter(each -> each.half() == half)
        .findFirst()
        .orElseThrow()
        .flight();
    half.executeAgain(oldest);
  }

  private static void carry(Side from, Side to) {
    while (!from.lifeline.isEmpty()) {
      byte[] frame = from.lifeline.remove();
      to.tell(3, Arrays.hashCode(frame));
      to.braid().onLifelineFrame(frame);
    }
  }

  private void pass() {
    long next = nextTimerNanos();
    nowNanos = Math.max(nowNanos + 1, next);
    near.tell(4, nowNanos);
    far.tell(4, nowNanos);
    earlyTimers = Math.max(0, earlyTimers - 1);
  }

  private void settle() {
    boolean busy = true;
    while (busy) {
      busy = probe();
      for (Side side : List.of(near, far)) {
        if (side.isDue()) {
          side.turn(nowNanos);
          busy = true;
        }
      }
    }
  }

  /** Probes arrive and are answered at once; they touch no memory. */
  private boolean probe() {
    boolean busy = false;
    for (HostileQueuePair half : List.copyOf(probing)) {
      while (half.mayExecute()) {
        half.execute();
      }
      while (half.mayComplete()) {
        answer(half);
        busy = true;
      }
      if (half.mayFlush()) {
        flush(half);
        busy = true;
      }
    }
    return busy;
  }

  /** A promise that was broken; empty if none was. */
  String violation() {
    if (!guard.violation().isEmpty()) {
      return guard.violation();
    }
    for (Side side : List.of(near, far)) {
      if (!side.failure().isEmpty()) {
        return side + " failed: " + side.failure();
      }
    }
    return "";
  }

  /** What is missing although nothing can happen any more; empty if nothing is. */
  String missing() {
    String unrest = near.unrest() + far.unrest();
    return unrest.isEmpty() ? story.missing() : unrest;
  }

  /**
   * A number of what comes next depends on.
   *
   * @param exact whether the order counts in which each braid was told what it knows
   */
  long digest(boolean exact) {
    long digest = exact
        ? Seeds.mix(near.exactDigest()) + 31 * far.exactDigest()
        : Seeds.mix(near.digest()) + 31 * far.digest();
    for (HostileQueuePair half : halves()) {
      digest = Seeds.mix(digest ^ half.digest()) + (losing.contains(half) ? 1 : 0);
    }
    for (Unanswered each : unanswered) {
      digest += Seeds.mix(each.half().number() * 1024L + each.flight().ordinal());
    }
    digest = Seeds.mix(digest + 31 * near.lifelineDigest() + far.lifelineDigest());
    digest = Seeds.mix(digest ^ guard.digest());
    int left = ((nearFailures * 16 + farFailures) * 16 + repeats) * 16 + earlyTimers;
    return Seeds.mix(digest + left);
  }

  /** What a step is about to do, for a reader. */
  String describe(Step step) {
    return switch (step.kind()) {
      case EXECUTE -> name(step) + ": " + half(step).oldest() + " arrives";
      case LOSE -> name(step) + ": " + half(step).oldest() + " arrives, and its answer never does";
      case COMPLETE -> name(step) + ": " + half(step).next() + " is answered";
      case FLUSH -> name(step) + ": what it owes is flushed";
      case FAIL -> name(step) + ": gives " + half(step).next() + " up";
      case REPEAT -> name(step) + ": what was not acknowledged is executed once more";
      case LIFELINE -> (step.half() == 0 ? near : far) + ": what is on its lifeline arrives";
      case TIME -> "the next timer is due";
      case ACT -> "the user acts";
    };
  }

  private String name(Step step) {
    HostileQueuePair half = half(step);
    return sideOf(half) + ", path " + half.path().routeLabel() + ", queue pair " + half.number();
  }

  @Override
  public void onPosted(HostileQueuePair half, Flight flight) {
    if (flight.opcode() == Opcode.WRITE && flight.length() == 0) {
      probing.add(half);
    }
  }

  @Override
  public void onCompleted(HostileCompletionQueue queue) {
    queue.reveal();
  }

  @Override
  public boolean refusesDestruction(HostileQueuePair half) {
    boolean first = half.domain() == far.domain
        && !probing.contains(half)
        && refusals.merge(half.number(), 1, Integer::sum) <= story.limits().refusals();
    return first;
  }

  @Override
  public boolean readsAgain(Flight flight) {
    HostileRegion source = flight.local();
    if (source != null && guard.isFree(source)) {
      guard.violated("the source of a " + flight + " is read again after it was released");
    }
    return true;
  }

  @Override
  public void onMoved(
      HostileQueuePair half, Flight flight, HostileRegion remote, long remoteOffset) {
    boolean fetches = flight.opcode() == Opcode.READ;
    if (guard.isFree(remote) && !(fetches && flight.isOver())) {
      guard.violated("a " + flight + " of " + sideOf(half) + " touches memory of " + peerOf(half)
          + " whose lease has ended");
    }
    HostileRegion local = flight.local();
    if (fetches && !flight.isOver() && local != null && guard.isFree(local)) {
      guard.violated("a READ lands in memory that was released");
    }
  }
}
