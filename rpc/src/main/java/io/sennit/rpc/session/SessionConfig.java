// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.BraidConfig;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.admission.AdmissionConfig;
import io.sennit.rpc.stream.StreamConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * How sessions come up, live and die. Both sides have their own.
 *
 * @param providers names of the only providers allowed, best first; empty (default): all, by their
 *     preference
 * @param excludedProviders names of providers not allowed; default none
 * @param providerOptions values of providers' options by provider and option, such as
 *     {@code roce.addresses}; over what system properties say; default none
 * @param bootstrapTimeoutNanos from the connect to a session that works, all of it; default 10 s: a
 *     fresh JVM on a busy machine needs some
 * @param silenceNanos how long the peer may be silent on every strand before the session ends; also
 *     the braid's; default 10 s
 * @param heartbeatNanos pause between proofs of life on the strands and on the lifeline; default 2
 *     s, at most a third of {@code silenceNanos}
 * @param strandsPerPortPair strands between two ports that reach each other, 1 to 16, each on a
 *     route label of its own; the smaller of both sides counts; {@link #AUTOMATIC} (default): as
 *     many as the provider finds worth having
 * @param maxSessions sessions that a server holds at the same time; default 1,024
 * @param maxHalfOpen bootstraps that a server has in progress at the same time; default 64
 * @param patienceNanos how long a bootstrap may make no progress while others want its place;
 *     default 1 s
 * @param dial how a client tries the ways to a server
 * @param braid bounds of the braid
 * @param streams bounds of the calls
 * @param bodies bounds of the registered memory
 * @param admission bounds of the calls that a server takes
 */
public record SessionConfig(
    List<String> providers,
    List<String> excludedProviders,
    Map<String, String> providerOptions,
    long bootstrapTimeoutNanos,
    long silenceNanos,
    long heartbeatNanos,
    int strandsPerPortPair,
    int maxSessions,
    int maxHalfOpen,
    long patienceNanos,
    DialConfig dial,
    BraidConfig braid,
    StreamConfig streams,
    BodyPoolConfig bodies,
    AdmissionConfig admission) {
  /** For {@code strandsPerPortPair}: as the provider thinks best. */
  public static final int AUTOMATIC = 0;

  /** Room in the domain for what allocators round up. */
  private static final long SLACK_BYTES = 4L << 20;

  public SessionConfig {
    providers = List.copyOf(providers);
    excludedProviders = List.copyOf(excludedProviders);
    providerOptions = Map.copyOf(providerOptions);
    require("bootstrapTimeoutNanos", bootstrapTimeoutNanos, 1, Long.MAX_VALUE / 4);
    require("silenceNanos", silenceNanos, 3, Long.MAX_VALUE / 4);
    require("heartbeatNanos", heartbeatNanos, 1, silenceNanos / 3);
    require("strandsPerPortPair", strandsPerPortPair, AUTOMATIC, Wire.MAX_LABELS);
    require("maxSessions", maxSessions, 1, 1 << 20);
    require("maxHalfOpen", maxHalfOpen, 1, 1 << 16);
    require("patienceNanos", patienceNanos, 1, Long.MAX_VALUE / 4);
    require("providers", providers.size(), 0, Wire.MAX_PROVIDERS);
  }

  /** What is used unless told otherwise. */
  public static SessionConfig defaults() {
    return new SessionConfig(
        List.of(),
        List.of(),
        Map.of(),
        Duration.ofSeconds(10).toNanos(),
        Duration.ofSeconds(10).toNanos(),
        Duration.ofSeconds(2).toNanos(),
        AUTOMATIC,
        1024,
        64,
        Duration.ofSeconds(1).toNanos(),
        DialConfig.defaults(),
        BraidConfig.defaults(),
        StreamConfig.defaults(),
        BodyPoolConfig.defaults(),
        AdmissionConfig.defaults());
  }

  /** Only these providers, best first; empty: all. */
  public SessionConfig withProviders(List<String> names) {
    return with(draft -> draft.providers = names);
  }

  /** Without these providers. */
  public SessionConfig withoutProviders(List<String> names) {
    return with(draft -> draft.excludedProviders = names);
  }

  /** With other values of providers' options. */
  public SessionConfig withProviderOptions(Map<String, String> options) {
    return with(draft -> draft.providerOptions = options);
  }

  /** With other times. */
  public SessionConfig withTimes(long newBootstrapTimeout, long newSilence, long newHeartbeat) {
    return with(draft -> {
      draft.bootstrapTimeoutNanos = newBootstrapTimeout;
      draft.silenceNanos = newSilence;
      draft.heartbeatNanos = newHeartbeat;
    });
  }

  /** With another number of strands between two ports. */
  public SessionConfig withStrands(int newStrandsPerPortPair) {
    return with(draft -> draft.strandsPerPortPair = newStrandsPerPortPair);
  }

  /** With other bounds for a server. */
  public SessionConfig withServerBounds(int newMaxSessions, int newMaxHalfOpen) {
    return with(draft -> {
      draft.maxSessions = newMaxSessions;
      draft.maxHalfOpen = newMaxHalfOpen;
    });
  }

  /** With another time that a bootstrap may make no progress while others want its place. */
  public SessionConfig withPatience(long newPatienceNanos) {
    return with(draft -> draft.patienceNanos = newPatienceNanos);
  }

  /** With other bounds for what runs on a session. */
  public SessionConfig withRooms(
      BraidConfig newBraid, StreamConfig newStreams, BodyPoolConfig newBodies) {
    return with(draft -> {
      draft.braid = newBraid;
      draft.streams = newStreams;
      draft.bodies = newBodies;
    });
  }

  /** With other bounds of the calls that a server takes. */
  public SessionConfig withAdmission(AdmissionConfig newAdmission) {
    return with(draft -> draft.admission = newAdmission);
  }

  private SessionConfig with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.finish();
  }

  /** The components, to be changed. */
  private static final class Draft {
    private List<String> providers;
    private List<String> excludedProviders;
    private Map<String, String> providerOptions;
    private long bootstrapTimeoutNanos;
    private long silenceNanos;
    private long heartbeatNanos;
    private int strandsPerPortPair;
    private int maxSessions;
    private int maxHalfOpen;
    private long patienceNanos;
    private final DialConfig dial;
    private BraidConfig braid;
    private StreamConfig streams;
    private BodyPoolConfig bodies;
    private AdmissionConfig admission;

    private Draft(SessionConfig from) {
      providers = from.providers;
      excludedProviders = from.excludedProviders;
      providerOptions = from.providerOptions;
      bootstrapTimeoutNanos = from.bootstrapTimeoutNanos;
      silenceNanos = from.silenceNanos;
      heartbeatNanos = from.heartbeatNanos;
      strandsPerPortPair = from.strandsPerPortPair;
      maxSessions = from.maxSessions;
      maxHalfOpen = from.maxHalfOpen;
      patienceNanos = from.patienceNanos;
      dial = from.dial;
      braid = from.braid;
      streams = from.streams;
      bodies = from.bodies;
      admission = from.admission;
    }

    private SessionConfig finish() {
      return new SessionConfig(
          providers,
          excludedProviders,
          providerOptions,
          bootstrapTimeoutNanos,
          silenceNanos,
          heartbeatNanos,
          strandsPerPortPair,
          maxSessions,
          maxHalfOpen,
          patienceNanos,
          dial,
          braid,
          streams,
          bodies,
          admission);
    }
  }

  /** Whether a provider may be used. */
  public boolean allows(String provider) {
    return (providers.isEmpty() || providers.contains(provider))
        && !excludedProviders.contains(provider);
  }

  /** Values of one provider's options, by option. */
  Map<String, String> optionsOf(String provider) {
    String prefix = provider + ".";
    Map<String, String> options = new TreeMap<>();
    providerOptions.forEach((key, value) -> {
      if (key.startsWith(prefix)) {
        options.put(key.substring(prefix.length()), value);
      }
    });
    return options;
  }

  /** Most registered memory of one session. */
  public long memoryBytes() {
    return bodies.totalBytes() + braid.slotMemoryBytes() + SLACK_BYTES;
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ": " + value);
    }
  }
}
