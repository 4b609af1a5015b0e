// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import io.sennit.shm.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Wakes the process at the other end of a socket. Not an eventfd: whether a write to that may block
 * is a flag of the open file, which the peer shares and could change; a send that must not block is
 * decided by the sender alone. Confined to the thread that owns the socket's session.
 */
public final class Doorbell {
  private static final int DONT_WAIT = 0x40;

  /** More rings than can lie unread: each takes most of 1 KiB of the sender's buffer. */
  private static final int DRAIN_BYTES = 4096;

  private final MemorySegment errno;
  private final Args ring;
  private final Args drain;
  private final Descriptor socket;

  Doorbell(Descriptor socket, Arena arena) {
    this.socket = socket;
    errno = arena.allocate(Kernel.ERRNO);
    MemorySegment buffer = arena.allocate(DRAIN_BYTES);
    ring =
        Args.of(socket.number(), buffer.address(), 1, DONT_WAIT | (long) MessageHeader.NO_SIGNAL);
    drain = Args.of(socket.number(), buffer.address(), DRAIN_BYTES, DONT_WAIT);
  }

  /** Rings; a full buffer means that the peer has unread rings, a closed one that it left. */
  public void ring() {
    Kernel.call(errno, Call.SENDTO, ring);
  }

  /**
   * Takes note of a ring by throwing all unread ones away. Events are edge-triggered, but rings
   * must not pile up: those that came while nobody slept were one event together, and once they
   * fill the buffer a ring that has to make the next event cannot be sent.
   */
  public void heard() {
    Kernel.call(errno, Call.RECVFROM, drain);
  }

  Descriptor socket() {
    return socket;
  }
}
