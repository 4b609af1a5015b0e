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

  private static long start(Randomness random) {
    return START_NANOS + random.nextInt(JITTER_NANOS);
  }
}
