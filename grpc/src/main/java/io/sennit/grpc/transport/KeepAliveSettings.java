// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.GrpcUtil;

/**
 * gRPC's keep-alive. The session below has its own; this one is for those who want gRPC's timing.
 *
 * @param timeNanos without news from the peer before it is asked; {@link Long#MAX_VALUE}: never
 * @param timeoutNanos that the peer has to answer
 * @param withoutCalls whether to ask when no call is open
 */
public record KeepAliveSettings(long timeNanos, long timeoutNanos, boolean withoutCalls) {
  /** Off, as everywhere in gRPC's clients. */
  public static final KeepAliveSettings OFF = new KeepAliveSettings(
      GrpcUtil.KEEPALIVE_TIME_NANOS_DISABLED, GrpcUtil.DEFAULT_KEEPALIVE_TIMEOUT_NANOS, false);

  public KeepAliveSettings withTime(long nanos) {
    return new KeepAliveSettings(nanos, timeoutNanos, withoutCalls);
  }

  public KeepAliveSettings withTimeout(long nanos) {
    return new KeepAliveSettings(timeNanos, nanos, withoutCalls);
  }

  public KeepAliveSettings withoutCalls(boolean enabled) {
    return new KeepAliveSettings(timeNanos, timeoutNanos, enabled);
  }

  boolean isOn() {
    return timeNanos != GrpcUtil.KEEPALIVE_TIME_NANOS_DISABLED;
  }
}
