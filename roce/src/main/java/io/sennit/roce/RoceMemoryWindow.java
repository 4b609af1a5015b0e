// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.MemoryWindow;
import org.jspecify.annotations.Nullable;

/** A window: the head of its keys, and what it is bound to, if it is. */
final class RoceMemoryWindow implements MemoryWindow, Numbered {
  private static final int TAIL_BITS = 8;
  private static final int TAIL_MASK = (1 << TAIL_BITS) - 1;

  private final Windows windows;
  private final int head;
  private int tail;
  private @Nullable Binding binding;
  private boolean deallocated;

  RoceMemoryWindow(Windows windows, int head) {
    this.windows = windows;
    this.head = head;
  }

  static int head(int key) {
    return key >>> TAIL_BITS;
  }

  @Override
  public int number() {
    return head;
  }

  @Override
  public int remoteKey(int keyTail) {
    if ((keyTail & ~TAIL_MASK) != 0) {
      throw new IllegalArgumentException("a key's tail of " + keyTail + " is not 0 to 255");
    }
    return head << TAIL_BITS | keyTail;
  }

  boolean isOf(Windows others) {
    return windows == others;
  }

  /** Whether it could be bound now. */
  boolean isFree() {
    return binding == null && !deallocated;
  }

  void bind(int keyTail, Binding to) {
    tail = keyTail;
    binding = to;
  }

  /** What a key opens; null if it is not bound with that one. */
  @Nullable
  Binding binding(int key) {
    return (key & TAIL_MASK) == tail ? binding : null;
  }

  /** Closes it if it was bound through a queue pair. */
  void unbind(Numbered through) {
    if (binding != null && binding.isThrough(through)) {
      unbind();
    }
  }

  /** Closes it; what was answered through it and not sent yet stays here. */
  void unbind() {
    Binding bound = binding;
    if (bound != null) {
      bound.end();
      windows.discard(bound);
      binding = null;
    }
  }

  @Override
  public void deallocate() {
    if (!deallocated) {
      deallocated = true;
      unbind();
      windows.remove(this);
    }
  }
}
