// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** A {@code struct msghdr} of one buffer and room for one file (SCM_RIGHTS). */
final class MessageHeader {
  static final int NO_SIGNAL = 0x4000;
  static final int CLOSE_FILES_ON_EXEC = 0x40000000;

  private static final int CUT_OFF = 0x8; // MSG_CTRUNC
  private static final int FLAGS_OFFSET = 48;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int HEADER_BYTES = 56;
  private static final int CONTROL_SPACE_BYTES = 24;

  /** Exactly one file: the kernel closes what a peer sends beyond. */
  private static final int CONTROL_BYTES = 20;

  private final MemorySegment header;
  private final MemorySegment payload;
  private final MemorySegment control;

  MessageHeader(Arena arena, int payloadBytes) {
    header = arena.allocate(HEADER_BYTES, 8);
    payload = arena.allocate(Math.max(1, payloadBytes));
    control = arena.allocate(CONTROL_SPACE_BYTES, 8);
    MemorySegment vector = arena.allocate(16, 8);
    vector.set(ValueLayout.JAVA_LONG, 0, payload.address());
    vector.set(ValueLayout.JAVA_LONG, 8, payloadBytes);
    header.set(ValueLayout.JAVA_LONG, 16, vector.address());
    header.set(ValueLayout.JAVA_LONG, 24, 1);
    header.set(ValueLayout.JAVA_LONG, 32, control.address());
    header.set(ValueLayout.JAVA_LONG, 40, CONTROL_BYTES);
  }

  long address() {
    return header.address();
  }

  MemorySegment payload() {
    return payload;
  }

  void attach(int fd) {
    control.set(ValueLayout.JAVA_LONG, 0, CONTROL_BYTES);
    control.set(ValueLayout.JAVA_INT, 8, SOL_SOCKET);
    control.set(ValueLayout.JAVA_INT, 12, SCM_RIGHTS);
    control.set(ValueLayout.JAVA_INT, 16, fd);
  }

  /**
   * Whether a file was sent that the kernel could not open here: this process has as many open as
   * it may. One that was sent beyond the first does not count.
   */
  boolean lostFile() {
    return (header.get(ValueLayout.JAVA_INT, FLAGS_OFFSET) & CUT_OFF) != 0 && !hasFile();
  }

  Optional<Descriptor> attached() {
    return hasFile()
        ? Optional.of(new Descriptor(control.get(ValueLayout.JAVA_INT, 16)))
        : Optional.empty();
  }

  private boolean hasFile() {
    return header.get(ValueLayout.JAVA_LONG, 40) >= CONTROL_BYTES
        && control.get(ValueLayout.JAVA_LONG, 0) == CONTROL_BYTES
        && control.get(ValueLayout.JAVA_INT, 8) == SOL_SOCKET
        && control.get(ValueLayout.JAVA_INT, 12) == SCM_RIGHTS;
  }
}
