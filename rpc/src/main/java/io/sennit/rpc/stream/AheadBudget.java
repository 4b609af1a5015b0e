// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * Bytes of long messages that the streams of a session hold without being asked, in memory that
 * calls which did ask may need. Confined to one thread.
 */
final class AheadBudget {
  private final long limitBytes;
  private long usedBytes;

  AheadBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Whether so much more may be held without being asked for. */
  boolean allows(long bytes) {
    return bytes <= limitBytes - usedBytes;
  }

  /** Long messages that were asked for are taken too, whether allowed or not. */
  void take(long bytes) {
    usedBytes += bytes;
  }

  void giveBack(long bytes) {
    usedBytes -= bytes;
  }

  long usedBytes() {
    return usedBytes;
  }
}
