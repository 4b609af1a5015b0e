// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tells a story once for each site that it reaches, with the heap full there: the first time that
 * it is reached, and at a later time that is drawn. All sites, or some of them by a seed, with
 * those that once broke a promise always among them.
 */
final class Campaign {
  /** How many sites of a story are tried, or {@code all}. */
  private static final String SITES = "sennit.test.heap.sites";

  private static final String SEED = "sennit.test.heap.seed";
  private static final int MOST_FRAMES = 12;

  /** A new story, or the same once more. */
  interface Teller {
    Story next() throws Exception;
  }

  private final String name;
  private final Teller teller;
  private final boolean repeatable;
  private final Randomness random;
  private final long seed = Long.getLong(SEED, 1);
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final List<String> broken = new ArrayList<>();
  private int runs;

  /** @param repeatable whether the same is reached in each telling, in the same order */
  Campaign(String name, Teller teller, boolean repeatable) {
    this.name = name;
    this.teller = teller;
    this.repeatable = repeatable;
    random = Randomness.seeded(seed);
  }

  /** @param few how many sites are tried if nothing else is said */
  void run(int few) throws Exception {
    assertEquals(Steps.SOUND, teller.next().tell()); // Classes are initialized in it.
    Sites.count();
    assertEquals(Steps.SOUND, teller.next().tell());
    Sites.stopCounting();
    List<Integer> reached = reached();
    for (int site : chosen(reached, few)) {
      tell(site, 1);
      int times = Sites.reached(site);
      if (times > 1) {
        tell(site, 2 + random.nextInt(times - 1));
      }
    }
    String said = name + " (seed " + seed + "): " + Sites.known().size() + " sites, "
        + reached.size() + " reached, " + runs + " runs: " + outcomes;
    System.out.println(said);
    assertTrue(broken.isEmpty(), () -> said + "\n" + String.join("\n", broken));
  }

  private static List<Integer> reached() {
    List<Integer> reached = new ArrayList<>();
    for (int site = 0; site < Sites.known().size(); site++) {
      if (Sites.reached(site) > 0) {
        reached.add(site);
      }
    }
    return reached;
  }

  private List<Integer> chosen(List<Integer> reached, int few) throws IOException {
    String said = System.getProperty(SITES, String.valueOf(few));
    if (said.equals("all")) {
      return reached;
    }
    List<String> onceFailed = onceFailed();
    List<Integer> chosen = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    for (int site : reached) {
      boolean failed = onceFailed.contains(Sites.known().get(site).name());
      (failed ? chosen : left).add(site);
    }
    for (int i = Integer.parseInt(said); i > 0 && !left.isEmpty(); i--) {
      Collections.swap(left, random.nextInt(left.size()), left.size() - 1);
      chosen.add(left.removeLast());
    }
    return chosen;
  }

  /** Sites at which some promise broke before something was mended. */
  private static List<String> onceFailed() throws IOException {
    try (InputStream in = Campaign.class.getResourceAsStream("once-failed.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  private void tell(int site, int time) {
    runs++;
    Sites.arm(site, time);
    String outcome;
    Optional<OutOfMemoryError> thrown;
    try {
      outcome = teller.next().tell();
      thrown = Sites.disarm();
      if (thrown.isEmpty()) {
        outcome = "not reached";
      }
    } catch (Exception | Error e) {
      thrown = Sites.disarm();
      outcome = "broken";
      broken.add("at " + Sites.known().get(site) + ", time " + time + ": " + e
          + thrown.map(none -> "\n  thrown" + frames(none)).orElse("\n  nothing was thrown")
          + "\n  broken" + frames(e));
    }
    if (repeatable && outcome.equals("not reached")) {
      broken.add("not reached again: " + Sites.known().get(site) + ", time " + time);
    }
    outcomes.merge(outcome, 1, Integer::sum);
  }

  private static String frames(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString()
        .lines()
        .skip(1)
        .limit(MOST_FRAMES)
        .map(line -> "\n  " + line)
        .reduce("", String::concat);
  }
}
