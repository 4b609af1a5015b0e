// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.List;

/** Traffic that is so usual that it has a name. Stateless. */
public final class Traffics {
  /** Sessions have been opened by then. */
  private static final long START_NANOS = 1_000_000;

  /** Flows that begin together do so within this time. */
  private static final int JITTER_NANOS = 100_000;

  private Traffics() {}

  /** Some flows from the first host to the second. */
  public static Traffic pair(int flows, long bytes) {
    return random -> {
      List<FlowSpec> specs = new ArrayList<>();
      for (int flow = 0; flow < flows; flow++) {
        specs.add(new FlowSpec(0, 1, bytes, start(random)));
      }
      return specs;
    };
  }

  /** Every host sends to one other, and hears from one other (Sattolo's algorithm). */
  public static Traffic permutation(int hosts, long bytes) {
    return random -> {
      int[] targets = new int[hosts];
      for (int host = 0; host < hosts; host++) {
        targets[host] = host;
      }
      for (int host = hosts - 1; host > 0; host--) {
        int other = random.nextInt(host);
        int swapped = targets[host];
        targets[host] = targets[other];
        targets[other] = swapped;
      }
      List<FlowSpec> specs = new ArrayList<>();
      for (int host = 0; host < hosts; host++) {
        specs.add(new FlowSpec(host, targets[host], bytes, start(random)));
      }
      return specs;
    };
  }

  /**
   * Many hosts send to one, each once.
   *
   * @param senders hosts from 1 on; host 0 receives
   */
  public static Traffic incast(int senders, long bytes) {
    return random -> {
      List<FlowSpec> specs = new ArrayList<>();
      for (int host = 1; host <= senders; host++) {
        specs.add(new FlowSpec(host, 0, bytes, start(random)));
      }
      return specs;
    };
  }

  /** Every host sends to every other. */
  public static Traffic allToAll(int hosts, long bytes) {
    return random -> {
      List<FlowSpec> specs = new ArrayList<>();
      for (int source = 0; source < hosts; source++) {
        for (int other = 1; other < hosts; other++) {
          specs.add(new FlowSpec(source, (source + other) % hosts, bytes, start(random)));
        }
      }
      return specs;
    };
  }

  /**
   * What background traffic is: every host begins flows at random moments, to hosts at random.
   *
   * @param hosts 2 or more
   * @param load of each host's line, above 0, to 1
   * @param rateBytesPerSecond of each host's line
   * @param sizes of the flows
   * @param lastNanos no flow begins later
   */
  public record Poisson(
      int hosts, double load, long rateBytesPerSecond, FlowSizes sizes, long lastNanos)
      implements Traffic {
    public Poisson {
      if (hosts < 2 || !(load > 0 && load <= 1) || rateBytesPerSecond < 1) {
        throw new IllegalArgumentException("a load of " + load + " of " + rateBytesPerSecond
            + " bytes per second on " + hosts + " hosts");
      }
    }

    @Override
    public List<FlowSpec> flows(Randomness random) {
      double meanNanos = sizes.meanBytes() * 1e9 / (load * rateBytesPerSecond);
      List<FlowSpec> specs = new ArrayList<>();
      for (int host = 0; host < hosts; host++) {
        double at = START_NANOS + pause(random, meanNanos);
        while (at <= lastNanos) {
          int other = (host + 1 + random.nextInt(hosts - 1)) % hosts;
          specs.add(new FlowSpec(host, other, sizes.draw(random), (long) at));
          at += pause(random, meanNanos);
        }
      }
      return specs;
    }

    private static double pause(Randomness random, double meanNanos) {
      return -meanNanos * Math.log(1 - uniform(random));
    }
  }

  /** The flows of both, those of the first one first. */
  public static Traffic both(Traffic one, Traffic other) {
    return random -> {
      List<FlowSpec> specs = new ArrayList<>(one.flows(random));
      specs.addAll(other.flows(random));
      return specs;
    };
  }

  /** From 0 to below 1. */
  static double uniform(Randomness random) {
    return (random.nextLong() >>> 11) * 0x1.0p-53;
  }

  private static long start(Randomness random) {
    return START_NANOS + random.nextInt(JITTER_NANOS);
  }
}
