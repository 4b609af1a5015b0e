// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open file of this process, closed once. Safe from any thread; the owner sees to it that nobody
 * uses the number while it is closed.
 */
public final class Descriptor implements AutoCloseable {
  private static final int CLOSED = -1;
  private final AtomicInteger number;

  Descriptor(long number) {
    this.number = new AtomicInteger((int) number);
  }

  int number() {
    return number.get();
  }

  @Override
  public void close() {
    int open = number.getAndSet(CLOSED);
    if (open != CLOSED) {
      Kernel.call(Call.CLOSE, Kernel.Args.of(open));
    }
  }
}
