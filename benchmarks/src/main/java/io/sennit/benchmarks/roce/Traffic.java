// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.roce.LocalPort;
import java.util.Arrays;

/**
 * What is moved, and how one waits for it.
 *
 * <p>The names are the workloads of the benchmark's cases.
 */
enum Traffic {
  PING_PONG_SPINNING(Kind.PING_PONG, 64, 1),
  PING_PONG_SLEEPING(Kind.PING_PONG, 64, 1),
  SEND_64(Kind.SEND, 64, 256),
  WRITE_64K(Kind.WRITE, 64 << 10, 64),
  WRITE_1M(Kind.WRITE, 1 << 20, 4),
  READ_64K(Kind.READ, 64 << 10, 64),
  READ_1M(Kind.READ, 1 << 20, 4);

  /** The path MTU of a loopback link. */
  static final int MTU_BYTES = LocalPort.MOST_MTU_BYTES;

  /** Memory that every kind of traffic rotates through, with both programs alike. */
  static final int MEMORY_BYTES = 4 << 20;

  private final Kind kind;
  private final int bytes;
  private final int depth;

  Traffic(Kind kind, int bytes, int depth) {
    this.kind = kind;
    this.bytes = bytes;
    this.depth = depth;
  }

  /** Kinds of traffic. */
  enum Kind {
    PING_PONG,
    SEND,
    WRITE,
    READ
  }

  static Traffic named(String name) {
    return Arrays.stream(values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no traffic is called '" + name + "'"));
  }

  Kind kind() {
    return kind;
  }

  /** Of each message. */
  int bytes() {
    return bytes;
  }

  /** Most messages under way. */
  int depth() {
    return depth;
  }

  /** Whether both ends sleep in the kernel until something comes. */
  boolean sleeps() {
    return this == PING_PONG_SLEEPING;
  }

  /** Packets of a message. */
  int packets() {
    return Math.ceilDiv(bytes, MTU_BYTES);
  }
}
