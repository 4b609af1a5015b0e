// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.stream.StreamConfig;
import java.util.concurrent.TimeUnit;

/** Checks of what the builders are given, and the limits they start with. */
final class Limits {
  /** gRPC's default. */
  static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  /** gRPC's default. */
  static final int MAX_METADATA_BYTES = 8 * 1024;

  private static final long FOREVER_DAYS = 1_000;

  private Limits() {}

  static int requireNonNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must not be negative: " + value);
    }
    return value;
  }

  static int requirePositive(String name, int value) {
    return (int) requirePositive(name, (long) value);
  }

  static long requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive: " + value);
    }
    return value;
  }

  /** The config with room for as much metadata as gRPC is to accept. */
  static SessionConfig withRoomFor(int metadataBytes, SessionConfig config) {
    StreamConfig streams = config.streams();
    int bytes =
        Math.clamp(metadataBytes, streams.maxMetadataBytes(), StreamConfig.MAX_METADATA_BYTES);
    return config.withRooms(config.braid(), streams.withMaxMetadataBytes(bytes), config.bodies());
  }

  /** {@link Long#MAX_VALUE}, that is never, from a thousand days on, as gRPC's builders do. */
  static long nanos(String name, long time, TimeUnit unit) {
    requirePositive(name, time);
    return unit.toDays(time) >= FOREVER_DAYS ? Long.MAX_VALUE : unit.toNanos(time);
  }
}
