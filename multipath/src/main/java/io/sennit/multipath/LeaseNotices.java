// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;

/** What the peer is to be told about its leases, gathered into few frames. */
final class LeaseNotices {
  private final Core core;
  private final Notice released;
  private final Notice pullReleased;
  private final Notice declined;

  LeaseNotices(Core core) {
    this.core = core;
    int most = core.config.maxLeases();
    released = new Notice(FrameType.RELEASED, most);
    pullReleased = new Notice(FrameType.PULL_RELEASED, most);
    declined = new Notice(FrameType.DECLINE, most);
  }

  void released(long lease) {
    add(released, lease);
  }

  void pullReleased(long lease) {
    add(pullReleased, lease);
  }

  void declined(long lease) {
    add(declined, lease);
  }

  private void add(Notice notice, long lease) {
    core.dirty = true;
    if (!notice.leases.add(lease)) {
      core.failure.set("more than maxLeases of the peer's are to be released");
    }
  }

  /** Sends what the lane lets through. */
  int step(MessageSender sender) {
    return released.step(sender) + pullReleased.step(sender) + declined.step(sender);
  }

  private static final class Notice implements FrameWriter {
    private final FrameType type;
    private final LongRing leases;

    Notice(FrameType type, int capacity) {
      this.type = type;
      leases = new LongRing(capacity);
    }

    int step(MessageSender sender) {
      int sent = 0;
      while (!leases.isEmpty() && sender.send(type, Tier.CONTROL, this) >= 0) {
        sent++;
      }
      return sent;
    }

    @Override
    public int write(MemorySegment slot) {
      int count = (int) Math.min(leases.size(), slot.byteSize() / Long.BYTES);
      for (int i = 0; i < count; i++) {
        slot.set(BraidHeader.LONG, (long) i * Long.BYTES, leases.poll());
      }
      return count * Long.BYTES;
    }
  }
}
