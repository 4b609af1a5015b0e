// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a benchmark: its cases one after the other, the contenders of each in turns. Processes
 * are started when first needed and end with the run. Confined to one thread.
 */
final class Run implements AutoCloseable {
  /** So many warm-up rounds have to agree. */
  private static final int AGREEING_ROUNDS = 3;

  /** So long the processes of a contender are taken for cold. */
  private static final long COLD_NANOS = 5_000_000_000L;

  private final Bench bench;
  private final Effort effort;
  private final Watcher watcher;
  private final Optional<Path> profiles;
  private final Map<String, Pair> pairs = new HashMap<>();
  private String placeName = "";
  private Place place = Place.HERE;

  /** @param profiles a directory for profiles of our ends, if they are wanted */
  Run(Bench bench, Effort effort, Watcher watcher, Optional<Path> profiles) {
    this.bench = bench;
    this.effort = effort;
    this.watcher = watcher;
    this.profiles = profiles;
  }

  /** Runs a case. */
  Rounds measure(Case which) throws InterruptedException {
    goTo(bench.place(which));
    Rounds cold = new Rounds(which);
    for (Contender each : cold.contenders()) {
      warmUpIfCold(cold, each);
    }
    Rounds warmUps = new Rounds(which);
    for (int round = 0; !isWarm(warmUps, round); round++) {
      watcher.round(which, "warm-up", round + 1);
      playRound(which, warmUps, round);
    }
    Rounds rounds = Rounds.after(cold, bench.coldMetrics());
    Pair own = pair(which.own());
    if (profiles.isPresent()) {
      own.startRecording();
    }
    for (int round = 0; round < effort.rounds(); round++) {
      watcher.round(which, "round", round + 1);
      playRound(which, rounds, round);
    }
    if (profiles.isPresent()) {
      own.keepRecording(profile(which, Role.NEAR), profile(which, Role.FAR));
    }
    watcher.done(which, rounds);
    return rounds;
  }

  /** Where the profile of an end of ours is, if there is one. */
  Path profile(Case which, Role role) {
    String name = bench.name() + "-" + which.name().replaceAll("[^A-Za-z0-9]+", "-") + "-" + role;
    return profiles.orElseThrow().resolve(name.toLowerCase(Locale.ROOT) + ".jfr");
  }

  /** Processes stay where they are, so another place has others. */
  private void goTo(String wanted) {
    if (!wanted.equals(placeName)) {
      close();
      placeName = wanted;
      place = bench.open(wanted);
    }
  }

  /** Those of these rounds are kept that are in the first seconds. */
  private void warmUpIfCold(Rounds cold, Contender contender) throws InterruptedException {
    if (pairs.containsKey(contender.program())) {
      return;
    }
    for (int round = 1; round <= bench.coldWarmUps(contender, effort); round++) {
      watcher.round(cold.which(), "first warm-up of " + contender.name() + ",", round);
      Map<String, Double> figures = play(cold.which(), contender);
      if ((round - 1) * effort.roundNanos() < COLD_NANOS) {
        cold.add(contender, figures);
      }
    }
  }

  private Map<String, Double> play(Case which, Contender contender) throws InterruptedException {
    return pair(contender).round(contender.setup(), which.workload(), effort.roundNanos());
  }

  private boolean isWarm(Rounds warmUps, int rounds) {
    return rounds >= effort.mostWarmUps()
        || (rounds >= effort.leastWarmUps() && warmUps.agree(effort.agreement(), AGREEING_ROUNDS));
  }

  /** Who is first takes turns too, or a machine that slows down would favour somebody. */
  private void playRound(Case which, Rounds rounds, int round) throws InterruptedException {
    List<Contender> order = new ArrayList<>(rounds.contenders());
    for (Contender each : round % 2 == 0 ? order : order.reversed()) {
      rounds.add(each, play(which, each));
    }
  }

  private Pair pair(Contender contender) {
    return pairs.computeIfAbsent(
        contender.program(), program -> new Pair(bench.name(), program, place));
  }

  @Override
  public void close() {
    pairs.values().forEach(Pair::close);
    pairs.clear();
    place.close();
    place = Place.HERE;
  }
}
