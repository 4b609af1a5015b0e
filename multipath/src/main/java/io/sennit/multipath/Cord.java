// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;

/**
 * What the room above uses of a {@link Braid} once its strands are on offer; the braid says what
 * each method does. The seam at which that room's tests put a braid that delivers late, out of
 * order, or lies.
 */
public interface Cord {
  int maxFrameBytes();

  long send(FrameWriter writer, Lane lane);

  long sendDone(FrameWriter writer, Lane lane, long transfer);

  int leaseRoom();

  RemoteSpan grant(MemoryRegion region, long offset, long length, Runnable onReleased);

  RemoteSpan lend(MemoryRegion region, long offset, long length, Runnable onReleased);

  void withdraw(RemoteSpan span);

  int transferRoom();

  long write(
      MemoryRegion source, long offset, RemoteSpan target, long length, TransferListener listener);

  long read(
      RemoteSpan source, MemoryRegion target, long offset, long length, TransferListener listener);

  void abort(long transfer, String cause);

  void decline(RemoteSpan span);

  boolean consume(long sequence);

  int poll(long nowNanos);

  long nextTimerNanos();

  boolean arm();

  void fail(String cause);
}
