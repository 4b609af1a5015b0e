// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The first promise that was seen broken. */
final class Ledger {
  private @Nullable String violation;

  Ledger() {}

  /** A promise was broken; only the first is kept. */
  void violated(String sentence) {
    if (violation == null) {
      violation = sentence;
    }
  }

  /** Notes a violation unless something holds. */
  void require(boolean holds, String sentence) {
    if (!holds) {
      violated(sentence);
    }
  }

  boolean isClean() {
    return violation == null;
  }

  Optional<String> violation() {
    return Optional.ofNullable(violation);
  }
}
