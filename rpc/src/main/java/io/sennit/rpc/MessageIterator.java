// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/** Messages of a stream as an iterator; confined to one thread. */
final class MessageIterator<T> implements Iterator<T> {
  private final Supplier<Optional<T>> source;
  private Optional<T> ahead = Optional.empty();
  private boolean exhausted;

  MessageIterator(Supplier<Optional<T>> source) {
    this.source = source;
  }

  @Override
  public boolean hasNext() {
    if (ahead.isEmpty() && !exhausted) {
      ahead = source.get();
      exhausted = ahead.isEmpty();
    }
    return ahead.isPresent();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more messages");
    }
    T taken = ahead.orElseThrow();
    ahead = Optional.empty();
    return taken;
  }
}
