// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory windows of one domain, within its bound, and what is done to them by requests. */
final class Windows {
  private static final int HEAD_BITS = 24;
  private static final int BIND_WINDOW = RoceMemoryRegion.bit(Access.BIND_WINDOW);
  private static final int LOCAL_WRITE = RoceMemoryRegion.bit(Access.LOCAL_WRITE);

  private final List<RoceMemoryWindow> all = new ArrayList<>();
  private final NumberTable<RoceMemoryWindow> byHead;
  private final Engine engine;
  private final int most;

  Windows(Engine engine) {
    this.engine = engine;
    most = engine.config().tables().maxWindows();
    byHead = new NumberTable<>(engine.randomness(), most, HEAD_BITS);
  }

  /**
   * Makes one whose keys are no region's.
   *
   * @throws IllegalStateException if there are as many as there may be
   */
  RoceMemoryWindow allocate(Regions regions) {
    if (byHead.isFull()) {
      engine.counters().add(EngineCounters.Kind.WINDOW_REFUSED);
      throw new IllegalStateException(
          "all " + most + " memory windows of the protection domain are in use: maxWindows");
    }
    int head;
    do {
      head = byHead.draw();
    } while (regions.hasKeyOf(head));
    RoceMemoryWindow made = new RoceMemoryWindow(this, head);
    byHead.add(made);
    all.add(made);
    return made;
  }

  /** Whether a key could be one of a window's. */
  boolean hasKey(int key) {
    return byHead.find(RoceMemoryWindow.head(key)) != null;
  }

  /** What is answered through a binding, all by its queue pair, is not sent any more. */
  void discard(Binding ended) {
    engine.discard(ended.queuePair(), ended.region().segment());
  }

  void remove(RoceMemoryWindow window) {
    byHead.remove(window);
    all.remove(window);
  }

  /** What a key opens; null if it is no bound window's. */
  @Nullable
  Binding find(int key) {
    RoceMemoryWindow window = byHead.find(RoceMemoryWindow.head(key));
    return window == null ? null : window.binding(key);
  }

  /** Executes a request that only concerns this side. */
  CompletionStatus execute(SendEntry entry, RoceQueuePair through) {
    if (entry.bindsWindow()) {
      return bind(entry, through)
          ? CompletionStatus.SUCCESS
          : CompletionStatus.MEMORY_WINDOW_BIND_ERROR;
    }
    return invalidate(entry.invalidatedKey, through)
        ? CompletionStatus.SUCCESS
        : CompletionStatus.LOCAL_QUEUE_PAIR_ERROR;
  }

  private boolean bind(SendEntry entry, RoceQueuePair through) {
    RoceMemoryRegion region = entry.local.region();
    if (!(entry.window instanceof RoceMemoryWindow window)
        || region == null
        || !window.isOf(this)
        || !window.isFree()
        || !region.allows(neededRights(entry.windowRights))) {
      return false;
    }
    window.bind(entry.keyTail, new Binding(through, region, entry));
    return true;
  }

  /** A window needs no remote right of its region, but to write there the region must allow it. */
  private static int neededRights(int windowRights) {
    int writes =
        RoceMemoryRegion.bit(Access.REMOTE_WRITE) | RoceMemoryRegion.bit(Access.REMOTE_ATOMIC);
    return BIND_WINDOW | ((windowRights & writes) == 0 ? 0 : LOCAL_WRITE);
  }

  /** Closes the window that a key opens through a queue pair; false if there is none. */
  boolean invalidate(int key, Numbered through) {
    boolean opens = opens(key, through);
    RoceMemoryWindow window = byHead.find(RoceMemoryWindow.head(key));
    if (opens && window != null) {
      window.unbind(through);
    }
    return opens;
  }

  /** Whether a key is that of a window which is bound through a queue pair. */
  boolean opens(int key, Numbered through) {
    Binding binding = find(key);
    return binding != null && binding.isThrough(through);
  }

  /** A queue pair ends, and with it what is bound through it. */
  void unbindAll(RoceQueuePair through) {
    for (RoceMemoryWindow window : all) {
      window.unbind(through);
    }
  }

  /** The domain ends. */
  void close() {
    List.copyOf(all).forEach(RoceMemoryWindow::deallocate);
  }
}
