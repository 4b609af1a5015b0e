// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/** Things that queue pairs borrow while they need them; confined to the engine's thread. */
final class Pool<T> {
  private final Supplier<T> maker;
  private final ArrayDeque<T> unused = new ArrayDeque<>();

  /** @param maker makes one more when all are lent: as many are kept as were ever lent at once */
  Pool(Supplier<T> maker) {
    this.maker = maker;
  }

  T take() {
    T one = unused.pollLast();
    return one == null ? maker.get() : one;
  }

  /** Takes one back, which is in the state in which it was made. */
  void giveBack(T one) {
    unused.addLast(one);
  }
}
