// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import io.sennit.shm.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Waits until a listener has a peer or a socket has something to read (or has been hung up), over
 * sets that differ from call to call. Confined to one thread.
 */
public final class LocalPoll implements AutoCloseable {
  private static final int ENTRY_BYTES = 8;
  private static final int EVENTS_OFFSET = 4;
  private static final int RESULT_OFFSET = 6;
  private static final short POLLIN = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** The kernel skips entries of this number. */
  private static final int NOBODY = -1;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment entries;
  private final MemorySegment time = arena.allocate(16, 8);

  /** @param mostSockets most sockets in one call */
  public LocalPoll(int mostSockets) {
    entries = arena.allocate((mostSockets + 1L) * ENTRY_BYTES, 8);
  }

  /**
   * Waits.
   *
   * @param listens whether the listener counts
   * @param timeoutNanos 0 or more
   */
  public void await(
      LocalListener listener, boolean listens, List<LocalSocket> sockets, long timeoutNanos) {
    enter(0, listens ? listener.descriptor().number() : NOBODY);
    for (int i = 0; i < sockets.size(); i++) {
      enter(i + 1, sockets.get(i).descriptor().number());
    }
    time.set(ValueLayout.JAVA_LONG, 0, timeoutNanos / NANOS_PER_SECOND);
    time.set(ValueLayout.JAVA_LONG, 8, timeoutNanos % NANOS_PER_SECOND);
    Kernel.call(Call.PPOLL, Args.of(entries.address(), sockets.size() + 1L, time.address()));
  }

  private void enter(int entry, int number) {
    long at = (long) entry * ENTRY_BYTES;
    entries.set(ValueLayout.JAVA_INT, at, number);
    entries.set(ValueLayout.JAVA_SHORT, at + EVENTS_OFFSET, POLLIN);
    entries.set(ValueLayout.JAVA_SHORT, at + RESULT_OFFSET, (short) 0);
  }

  /** Whether accepting does not wait, as the last call found. */
  public boolean hasPeer() {
    return isReady(0);
  }

  /** Whether reading from that socket of the list does not wait, as the last call found. */
  public boolean isReadable(int socket) {
    return isReady(socket + 1);
  }

  private boolean isReady(int entry) {
    long at = (long) entry * ENTRY_BYTES + RESULT_OFFSET;
    return entries.get(ValueLayout.JAVA_SHORT, at) != 0;
  }

  @Override
  public void close() {
    arena.close();
  }
}
