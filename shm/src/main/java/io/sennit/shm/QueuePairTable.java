// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The queue pairs of a domain by their slot in the shared table. */
final class QueuePairTable {
  private final int most;
  private final Numbers numbers;
  private final BitSet used = new BitSet();
  private final List<@Nullable ShmQueuePair> bySlot = new ArrayList<>();

  QueuePairTable(int most, Numbers numbers) {
    this.most = most;
    this.numbers = numbers;
  }

  QueuePairAddress takeAddress() {
    int slot = used.nextClearBit(0);
    if (slot >= most) {
      throw new IllegalArgumentException(
          "a session has at most " + most + " queue pairs (DomainConfig.maxQueuePairs)");
    }
    used.set(slot);
    return new QueuePairAddress(slot, numbers.take());
  }

  void add(ShmQueuePair queuePair) {
    while (bySlot.size() <= queuePair.slot()) {
      bySlot.add(null);
    }
    bySlot.set(queuePair.slot(), queuePair);
  }

  void remove(ShmQueuePair queuePair) {
    bySlot.set(queuePair.slot(), null);
    used.clear(queuePair.slot());
    numbers.free(queuePair.number());
  }

  Optional<ShmQueuePair> find(int slot, int number) {
    ShmQueuePair there = slot >= 0 && slot < bySlot.size() ? bySlot.get(slot) : null;
    return there != null && there.number() == number ? Optional.of(there) : Optional.empty();
  }

  /** No slot from here on was ever used. */
  int endSlot() {
    return bySlot.size();
  }

  List<ShmQueuePair> snapshot() {
    List<ShmQueuePair> there = new ArrayList<>();
    for (ShmQueuePair queuePair : bySlot) {
      if (queuePair != null) {
        there.add(queuePair);
      }
    }
    return there;
  }
}
