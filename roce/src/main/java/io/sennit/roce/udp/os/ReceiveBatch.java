// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.udp.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Buffers for one {@code recvmmsg}: up to so many messages, each one datagram or a run of equal
 * datagrams that the kernel has coalesced. Confined to one thread.
 *
 * <p>Use: {@link #receive}, then for each message {@link #select} and what it says.
 */
public final class ReceiveBatch {
  /** No datagram, and no run of them, is longer. */
  public static final int MESSAGE_BYTES = 1 << 16;

  private static final int HEADER_BYTES = 64;
  private static final int NAME_STRIDE = 32;
  private static final int CONTROL_STRIDE = 128;
  private static final int NAME_LENGTH = 8;
  private static final int CONTROL_LENGTH = 40;
  private static final int LENGTH = 56;
  private static final long DONT_WAIT = 0x40;

  private final int messages;
  private final MemorySegment memory;
  private final MemorySegment headers;
  private final MemorySegment names;
  private final MemorySegment controls;
  private final MemorySegment errno;
  private final ControlReader control;

  /** Headers that the kernel has written to, and that must be made ready again. */
  private int used;

  /** Takes its memory from an arena that lives longer. */
  public ReceiveBatch(Arena arena, int messages) {
    this.messages = messages;
    memory = arena.allocate((long) messages * MESSAGE_BYTES, 64);
    headers = arena.allocate((long) messages * HEADER_BYTES, 8);
    names = arena.allocate((long) messages * NAME_STRIDE, 8);
    controls = arena.allocate((long) messages * CONTROL_STRIDE, 8);
    errno = Kernel.errno();
    used = messages;
    control = new ControlReader(controls);
    MemorySegment vectors = arena.allocate(messages * 16L, 8);
    for (int message = 0; message < messages; message++) {
      MemorySegment vector = vectors.asSlice(message * 16L, 16);
      vector.set(ValueLayout.JAVA_LONG, 0, memory.address() + offset(message));
      vector.set(ValueLayout.JAVA_LONG, 8, MESSAGE_BYTES);
      MemorySegment header = headers.asSlice((long) message * HEADER_BYTES, HEADER_BYTES);
      header.set(ValueLayout.JAVA_LONG, 0, names.address() + (long) message * NAME_STRIDE);
      header.set(ValueLayout.JAVA_LONG, 16, vector.address());
      header.set(ValueLayout.JAVA_LONG, 24, 1);
      header.set(ValueLayout.JAVA_LONG, 32, controls.address() + (long) message * CONTROL_STRIDE);
    }
  }

  /** Prepares the arguments of {@link #receive} once for each socket. */
  public Source source(UdpSocket socket) {
    return new Source(
        Args.of(socket.descriptor().number(), headers.address(), messages, DONT_WAIT));
  }

  /** A socket that this batch can be filled from. */
  public record Source(Args args) {}

  /** All payloads; message {@code i} begins at {@link #offset}. */
  public MemorySegment memory() {
    return memory;
  }

  public long offset(int message) {
    return (long) message * MESSAGE_BYTES;
  }

  /** Receives what is there; returns how many messages, 0 if none or on an error. */
  public int receive(Source from) {
    for (int message = 0; message < used; message++) {
      long at = (long) message * HEADER_BYTES;
      headers.set(ValueLayout.JAVA_INT, at + NAME_LENGTH, SocketAddress.MOST_BYTES);
      headers.set(ValueLayout.JAVA_LONG, at + CONTROL_LENGTH, CONTROL_STRIDE);
    }
    used = (int) Math.max(0, Kernel.call(errno, Call.RECVMMSG, from.args()));
    return used;
  }

  /** Reads what the kernel says about one message. */
  public ControlReader select(int message) {
    long length =
        headers.get(ValueLayout.JAVA_LONG, (long) message * HEADER_BYTES + CONTROL_LENGTH);
    control.read((long) message * CONTROL_STRIDE, Math.min(length, CONTROL_STRIDE));
    return control;
  }

  /** Bytes of a message. */
  public int length(int message) {
    return headers.get(ValueLayout.JAVA_INT, (long) message * HEADER_BYTES + LENGTH);
  }

  /** The sender's address as {@link io.sennit.roce.wire.IpAddress#high}. */
  public long sourceHigh(int message) {
    return SocketAddress.high(names, (long) message * NAME_STRIDE);
  }

  /** The sender's address as {@link io.sennit.roce.wire.IpAddress#low}. */
  public long sourceLow(int message) {
    return SocketAddress.low(names, (long) message * NAME_STRIDE);
  }

  public int sourcePort(int message) {
    return SocketAddress.port(names, (long) message * NAME_STRIDE);
  }
}
