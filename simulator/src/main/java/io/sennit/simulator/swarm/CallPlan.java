// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.simulator.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What is to happen in one call.
 *
 * @param id unique in a session
 * @param key what its bytes follow from
 * @param requests bytes of each message of the client
 * @param answers bytes of each message of the server
 * @param manners how its sides behave
 * @param timeoutNanos {@link OpenCall#NO_TIMEOUT} if none
 * @param targetBytes memory for the first answer; 0: none
 */
record CallPlan(
    int id,
    long key,
    List<Integer> requests,
    List<Integer> answers,
    Manners manners,
    long timeoutNanos,
    int targetBytes) {
  /**
   * How the sides of a call behave, in percent of what they do.
   *
   * @param cancels cancel it
   * @param requests ask for messages; 0: never
   */
  record Manners(int cancels, int requests) {
    private static final Manners STEADY = new Manners(0, 50);
    private static final Manners FICKLE = new Manners(4, 50);

    private static final List<Manners> OF_CANCELS = List.of(
        new Manners(25, 50), new Manners(10, 10), new Manners(4, 0), new Manners(15, 0), FICKLE);
  }

  private static final int[] LENGTHS = {0, 1, 60, 1000, 4096, 9000, 32_768, 33_000, 70_000, 300_000
  };
  private static final long MICRO = 1_000;
  private static final int MOST_MESSAGES = 4;

  /** One side of a call in so many. */
  private static final int SERIES_SHARE = 48;

  private static final int[] SERIES_LENGTHS = {33_000, 70_000};

  CallPlan {
    requests = List.copyOf(requests);
    answers = List.copyOf(answers);
  }

  static CallPlan draw(int id, Flavor flavor, Randomness random) {
    List<Integer> answers = lengths(random);
    int spare = random.nextInt(20_000);
    long key = random.nextLong();
    return new CallPlan(
        id,
        key,
        series(key, true).orElse(lengths(random)),
        series(key, false).orElse(answers),
        manners(key, flavor, random.nextInt(5) == 0),
        random.nextInt(4) == 0
            ? (1L << random.nextInt(20)) * (1 + random.nextInt(10)) * MICRO
            : OpenCall.NO_TIMEOUT,
        random.nextInt(3) == 0 ? 1 + spare + (answers.isEmpty() ? 0 : answers.getFirst()) : 0);
  }

  private static Manners manners(long key, Flavor flavor, boolean cancels) {
    if (flavor == Flavor.CANCELS) {
      Randomness own = Randomness.seeded(Seeds.mix(key ^ 3));
      return Manners.OF_CANCELS.get(own.nextInt(Manners.OF_CANCELS.size()));
    }
    return cancels ? Manners.FICKLE : Manners.STEADY;
  }

  /** Long messages one after the other, in few calls: the later ones find memory granted. */
  private static Optional<List<Integer>> series(long key, boolean client) {
    Randomness own = Randomness.seeded(Seeds.mix(key ^ (client ? 1 : 2)));
    if (own.nextInt(SERIES_SHARE) != 0) {
      return Optional.empty();
    }
    int bytes = SERIES_LENGTHS[own.nextInt(SERIES_LENGTHS.length)];
    return Optional.of(Collections.nCopies(4 + own.nextInt(9), bytes));
  }

  private static List<Integer> lengths(Randomness random) {
    List<Integer> lengths = new ArrayList<>();
    int count = random.nextInt(3) == 0 ? random.nextInt(MOST_MESSAGES + 1) : 1;
    for (int at = 0; at < count; at++) {
      boolean huge = random.nextInt(40) == 0;
      lengths.add(huge ? 1 + random.nextInt(3_000_000) : LENGTHS[random.nextInt(LENGTHS.length)]);
    }
    return lengths;
  }

  /** Of one side. */
  List<Integer> messages(boolean client) {
    return client ? requests : answers;
  }

  /** What the bytes of a message follow from. */
  long messageKey(boolean client, int index) {
    return Seeds.mix(key + 2L * index + (client ? 1 : 0));
  }

  /** What the memory for the first answer is filled with before. */
  long canaryKey() {
    return Seeds.mix(~key);
  }
}
