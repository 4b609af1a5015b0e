// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

/**
 * When a server sends its clients away, so that they spread anew over all servers.
 *
 * @param idleNanos without open calls; {@link Long#MAX_VALUE}: unbounded
 * @param ageNanos since the session began, give or take a tenth; {@link Long#MAX_VALUE}: unbounded
 * @param graceNanos for open calls after that; {@link Long#MAX_VALUE}: unbounded
 */
public record SessionAge(long idleNanos, long ageNanos, long graceNanos) {
  /** Nobody is sent away. */
  public static final SessionAge UNBOUNDED =
      new SessionAge(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  public SessionAge withIdle(long nanos) {
    return new SessionAge(nanos, ageNanos, graceNanos);
  }

  public SessionAge withAge(long nanos) {
    return new SessionAge(idleNanos, nanos, graceNanos);
  }

  public SessionAge withGrace(long nanos) {
    return new SessionAge(idleNanos, ageNanos, nanos);
  }
}
