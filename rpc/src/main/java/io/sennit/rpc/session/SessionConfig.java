// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.BraidConfig;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.stream.StreamConfig;
import java.time.Duration;
import java.util.List;

/**
 * How sessions come up, live and die. Both sides have their own.
 *
 * @param providers names of the only providers allowed, best first; empty (default): all, by their
 *     preference
 * @param excludedProviders names of providers not allowed; default none
 * @param bootstrapTimeoutNanos from the connect to a session that works, all of it; default 4 s
 * @param silenceNanos how long the peer may be silent on every strand before the session ends; also
 *     the braid's; default 10 s
 * @param heartbeatNanos pause between proofs of life on the strands and on the lifeline; default 2
 *     s, at most a third of {@code silenceNanos}
 * @param strandsPerPortPair strands between two ports that reach each other, 1 to 16, each on a
 *     route label of its own; the smaller of both sides counts; {@link #AUTOMATIC} (default): as
 *     many as the provider finds worth having
 * @param maxSessions sessions that a server holds at the same time; default 1,024
 * @param maxHalfOpen bootstraps that a server has in progress at the same time; default 64
 * @param braid bounds of the braid
 * @param streams bounds of the calls
 * @param bodies bounds of the registered memory
 */
public record SessionConfig(
    List<String> providers,
    List<String> excludedProviders,
    long bootstrapTimeoutNanos,
    long silenceNanos,
    long heartbeatNanos,
    int strandsPerPortPair,
    int maxSessions,
    int maxHalfOpen,
    BraidConfig braid,
    StreamConfig streams,
    BodyPoolConfig bodies) {
  /** For {@code strandsPerPortPair}: as the provider thinks best. */
  public static final int AUTOMATIC = 0;

  /** Room in the domain for what allocators round up. */
  private static final long SLACK_BYTES = 4L << 20;

  public SessionConfig {
    providers = List.copyOf(providers);
    excludedProviders = List.copyOf(excludedProviders);
    require("bootstrapTimeoutNanos", bootstrapTimeoutNanos, 1, Long.MAX_VALUE / 4);
    require("silenceNanos", silenceNanos, 3, Long.MAX_VALUE / 4);
    require("heartbeatNanos", heartbeatNanos, 1, silenceNanos / 3);
    require("strandsPerPortPair", strandsPerPortPair, AUTOMATIC, Wire.MAX_LABELS);
    require("maxSessions", maxSessions, 1, 1 << 20);
    require("maxHalfOpen", maxHalfOpen, 1, 1 << 16);
    require("providers", providers.size(), 0, Wire.MAX_PROVIDERS);
  }

  /** What is used unless told otherwise. */
  public static SessionConfig defaults() {
    return new SessionConfig(
        List.of(),
        List.of(),
        Duration.ofSeconds(4).toNanos(),
        Duration.ofSeconds(10).toNanos(),
        Duration.ofSeconds(2).toNanos(),
        AUTOMATIC,
        1024,
        64,
        BraidConfig.defaults(),
        StreamConfig.defaults(),
        BodyPoolConfig.defaults());
  }

  /** Only these providers, best first; empty: all. */
  public SessionConfig withProviders(List<String> names) {
    return new SessionConfig(
        names,
        excludedProviders,
        bootstrapTimeoutNanos,
        silenceNanos,
        heartbeatNanos,
        strandsPerPortPair,
        maxSessions,
        maxHalfOpen,
        braid,
        streams,
        bodies);
  }

  /** Without these providers. */
  public SessionConfig withoutProviders(List<String> names) {
    return new SessionConfig(
        providers,
        names,
        bootstrapTimeoutNanos,
        silenceNanos,
        heartbeatNanos,
        strandsPerPortPair,
        maxSessions,
        maxHalfOpen,
        braid,
        streams,
        bodies);
  }

  /** With other times. */
  public SessionConfig withTimes(long newBootstrapTimeout, long newSilence, long newHeartbeat) {
    return new SessionConfig(
        providers,
        excludedProviders,
        newBootstrapTimeout,
        newSilence,
        newHeartbeat,
        strandsPerPortPair,
        maxSessions,
        maxHalfOpen,
        braid,
        streams,
        bodies);
  }

  /** With another number of strands between two ports. */
  public SessionConfig withStrands(int newStrandsPerPortPair) {
    return new SessionConfig(
        providers,
        excludedProviders,
        bootstrapTimeoutNanos,
        silenceNanos,
        heartbeatNanos,
        newStrandsPerPortPair,
        maxSessions,
        maxHalfOpen,
        braid,
        streams,
        bodies);
  }

  /** With other bounds for a server. */
  public SessionConfig withServerBounds(int newMaxSessions, int newMaxHalfOpen) {
    return new SessionConfig(
        providers,
        excludedProviders,
        bootstrapTimeoutNanos,
        silenceNanos,
        heartbeatNanos,
        strandsPerPortPair,
        newMaxSessions,
        newMaxHalfOpen,
        braid,
        streams,
        bodies);
  }

  /** With other bounds for what runs on a session. */
  public SessionConfig withRooms(
      BraidConfig newBraid, StreamConfig newStreams, BodyPoolConfig newBodies) {
    return new SessionConfig(
        providers,
        excludedProviders,
        bootstrapTimeoutNanos,
        silenceNanos,
        heartbeatNanos,
        strandsPerPortPair,
        maxSessions,
        maxHalfOpen,
        newBraid,
        newStreams,
        newBodies);
  }

  /** Whether a provider may be used. */
  public boolean allows(String provider) {
    return (providers.isEmpty() || providers.contains(provider))
        && !excludedProviders.contains(provider);
  }

  /** Most registered memory of one session. */
  public long memoryBytes() {
    return bodies.sendBytes() + bodies.receiveBytes() + braid.slotMemoryBytes() + SLACK_BYTES;
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ": " + value);
    }
  }
}
