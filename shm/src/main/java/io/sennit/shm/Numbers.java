// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Randomness;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Queue pair numbers of a device: 24 bits, unpredictable, unique while in use. Any thread. */
final class Numbers {
  private static final int BOUND = 1 << 24;

  private final Set<Integer> used = ConcurrentHashMap.newKeySet();
  private final Randomness randomness;

  Numbers(Randomness randomness) {
    this.randomness = randomness;
  }

  int take() {
    int number;
    do {
      number = 1 + randomness.nextInt(BOUND - 1);
    } while (!used.add(number));
    return number;
  }

  void free(int number) {
    used.remove(number);
  }
}
