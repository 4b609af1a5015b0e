// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.PostStatus;
import io.sennit.verbs.WorkRequest;

/** Two engines with an unreliable connection between them, beside the reliable one. */
final class UcPair {
  final Pair pair;
  final UcQueuePair near;
  final UcQueuePair far;

  UcPair(long seed, int mtuBytes) {
    this(seed, mtuBytes, EngineConfig.STANDARD);
  }

  UcPair(long seed, int mtuBytes, EngineConfig config) {
    pair = new Pair(seed, mtuBytes, config, Pair.BUDGET_BYTES);
    near = create(pair.near);
    far = create(pair.far);
    near.connect(PeerAttributes.unreliable(far.number(), far.firstPsn(), mtuBytes));
    far.connect(PeerAttributes.unreliable(near.number(), near.firstPsn(), mtuBytes));
  }

  private static UcQueuePair create(Side side) {
    return side.node.engine.createUcQueuePair(side.domain, side.config(side.completions, 0));
  }

  void post(WorkRequest request) {
    assertEquals(PostStatus.POSTED, near.post(request), "post of " + request.opcode());
  }

  /** Lets everything happen that is under way. */
  void settle() {
    pair.run(() -> false, 5_000_000_000L);
  }
}
