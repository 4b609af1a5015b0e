// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import java.util.Map;

/** Connections of ours that are measured. */
enum SennitSetup {
  /** One queue pair on a good network. */
  PLAIN(1, Map.of()),
  /** One in a hundred packets is lost, in each direction. */
  LOSS(1, Map.of("faults", "loss=0.01;seed=7")),
  /** A hundred queue pairs, of which one works. */
  HUNDRED(100, Map.of()),
  /** Ten thousand queue pairs, of which one works. */
  TEN_THOUSAND(10_000, Map.of());

  private final int queuePairs;

  // Map.of is immutable, which Error Prone cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<String, String> options;

  SennitSetup(int queuePairs, Map<String, String> options) {
    this.queuePairs = queuePairs;
    this.options = options;
  }

  int queuePairs() {
    return queuePairs;
  }

  /** Of the provider. */
  Map<String, String> options() {
    return options;
  }
}
