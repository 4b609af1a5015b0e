// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.FrameWriter;
import io.sennit.multipath.Lane;
import io.sennit.multipath.RemoteSpan;
import io.sennit.verbs.MemoryRegion;

/**
 * What the engine uses of a {@link io.sennit.multipath.Braid}, with its rules. The seam at which
 * tests put a braid that delivers late, out of order, or lies.
 */
interface Cord {
  int maxFrameBytes();

  long send(FrameWriter writer, Lane lane);

  long sendDone(FrameWriter writer, Lane lane, Move write);

  int leaseRoom();

  Hold grant(MemoryRegion region, long offset, long length, Runnable onReleased);

  Hold lend(MemoryRegion region, long offset, long length, Runnable onReleased);

  int transferRoom();

  Move write(
      MemoryRegion source, long offset, RemoteSpan target, long length, MoveListener listener);

  Move read(
      RemoteSpan source, MemoryRegion target, long offset, long length, MoveListener listener);

  void decline(RemoteSpan span);

  boolean consume(long sequence);

  int poll(long nowNanos);

  long nextTimerNanos();

  boolean arm();

  void fail(String cause);

  /** A grant or a loan. */
  interface Hold {
    RemoteSpan span();

    /** Only if no peer ever heard of it. */
    void withdraw();
  }

  /** A transfer that is not released yet. */
  interface Move {
    void abort(String cause);
  }

  /** Delivered or failed, once; then released, once. */
  interface MoveListener {
    void onDelivered();

    void onReleased();

    void onFailed(String cause);
  }
}
