// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryWindow;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A window and what it is bound to. Guarded by the fabric. */
final class LoopbackWindow implements MemoryWindow {
  private static final int TAIL_BITS = 8;

  private final LoopbackDomain domain;
  private final int head;
  private int key;
  private @Nullable Binding binding;

  LoopbackWindow(LoopbackDomain domain, int head) {
    this.domain = domain;
    this.head = head;
  }

  /** What a window opens: bytes of a region from an offset on, through one queue pair. */
  record Binding(
      LoopbackQueuePair through,
      LoopbackRegion region,
      long offset,
      int length,
      Set<Access> access) {
    boolean opens(LoopbackQueuePair queuePair, Access right, long from, int bytes) {
      return through == queuePair
          && access.contains(right)
          && from >= offset
          && bytes <= length
          && from - offset <= length - bytes;
    }
  }

  LoopbackDomain domain() {
    return domain;
  }

  @Override
  public int remoteKey(int keyTail) {
    return head << TAIL_BITS | keyTail;
  }

  @Override
  public void deallocate() {
    synchronized (domain.fabric()) {
      binding = null;
      domain.remove(this);
    }
  }

  boolean bind(int keyTail, Binding to) {
    boolean free = binding == null && domain.has(this);
    if (free) {
      key = remoteKey(keyTail);
      binding = to;
    }
    return free;
  }

  /** What a key opens; null if it is not bound with that one. */
  @Nullable
  Binding binding(int shown) {
    return shown == key ? binding : null;
  }

  boolean isBoundTo(LoopbackRegion region) {
    return binding != null && binding.region() == region;
  }

  void unbind() {
    binding = null;
  }

  void unbind(LoopbackQueuePair through) {
    if (binding != null && binding.through() == through) {
      binding = null;
    }
  }
}
