// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.SessionConfig;
import java.time.Duration;
import java.util.List;

/**
 * What an application may say about the sessions under its calls. Immutable.
 *
 * @param providers names of the only verbs providers allowed, best first; empty: all there are
 * @param connectTimeoutNanos from the first packet to a session that works
 * @param silenceNanos how long the peer may be silent on every route before its calls end
 * @param strandsPerPortPair queue pairs between two ports; the smaller of both sides counts
 * @param bodies bounds of the registered memory of one session
 */
public record SessionOptions(
    List<String> providers,
    long connectTimeoutNanos,
    long silenceNanos,
    int strandsPerPortPair,
    BodyPoolConfig bodies) {
  /** Proofs of life are sent so many times before silence counts as death. */
  private static final int PROOFS = 3;

  public SessionOptions {
    providers = List.copyOf(providers);
  }

  /** Any provider, 4 s to connect, 10 s of silence, 2 strands, 256 MiB each way. */
  public static SessionOptions defaults() {
    SessionConfig config = SessionConfig.defaults();
    return new SessionOptions(
        config.providers(),
        config.bootstrapTimeoutNanos(),
        config.silenceNanos(),
        config.strandsPerPortPair(),
        config.bodies());
  }

  /** With these providers only, best first. */
  public SessionOptions withProviders(String... names) {
    return new SessionOptions(
        List.of(names), connectTimeoutNanos, silenceNanos, strandsPerPortPair, bodies);
  }

  /** With another time to connect. */
  public SessionOptions withConnectTimeout(Duration timeout) {
    return new SessionOptions(
        providers, timeout.toNanos(), silenceNanos, strandsPerPortPair, bodies);
  }

  /** With another limit of silence. */
  public SessionOptions withSilence(Duration silence) {
    return new SessionOptions(
        providers, connectTimeoutNanos, silence.toNanos(), strandsPerPortPair, bodies);
  }

  /** With another number of strands between two ports. */
  public SessionOptions withStrands(int perPortPair) {
    return new SessionOptions(providers, connectTimeoutNanos, silenceNanos, perPortPair, bodies);
  }

  /** With other bounds of registered memory. */
  public SessionOptions withBodies(BodyPoolConfig newBodies) {
    return new SessionOptions(
        providers, connectTimeoutNanos, silenceNanos, strandsPerPortPair, newBodies);
  }

  /** In the words of the session; a bound that is not kept throws here. */
  SessionConfig toConfig() {
    SessionConfig config = SessionConfig.defaults();
    return config
        .withProviders(providers)
        .withTimes(
            connectTimeoutNanos,
            silenceNanos,
            Math.min(config.heartbeatNanos(), silenceNanos / PROOFS))
        .withStrands(strandsPerPortPair)
        .withRooms(config.braid(), config.streams(), bodies);
  }
}
