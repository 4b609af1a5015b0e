// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.Configuration;
import io.sennit.rpc.session.SessionConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What an application says about the sessions under its calls, over what the target, system
 * properties and the defaults say; {@code sennit config} lists all that can be said. Immutable.
 *
 * @param values of options by key
 */
public record SessionOptions(Map<String, String> values) {
  public SessionOptions {
    values = Map.copyOf(values);
  }

  /** Nothing is said. */
  public static SessionOptions defaults() {
    return new SessionOptions(Map.of());
  }

  /**
   * With another value of an option.
   *
   * @param value as in a target, such as {@code 500ms} or {@code 64KiB}; checked when it is used
   * @throws IllegalArgumentException if there is no such option; names the nearest one
   */
  public SessionOptions with(String key, String value) {
    Configuration.requireKnown(key);
    return with(Map.of(key, value));
  }

  /**
   * With another value of an option that is a time.
   *
   * @throws IllegalArgumentException if there is no such option; names the nearest one
   */
  public SessionOptions with(String key, Duration value) {
    return with(key, nanos(value));
  }

  private SessionOptions with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(values);
    all.putAll(more);
    return new SessionOptions(all);
  }

  /** With these providers only, best first. */
  public SessionOptions withProviders(String... names) {
    return with("provider", String.join(",", names));
  }

  /** Without these providers. */
  public SessionOptions withoutProviders(String... names) {
    return with("exclude", String.join(",", names));
  }

  /** With another time to connect; 10 s unless said. */
  public SessionOptions withConnectTimeout(Duration timeout) {
    return with("connectTimeout", nanos(timeout));
  }

  /** With another limit of how long the peer may be silent on every route; 10 s unless said. */
  public SessionOptions withSilence(Duration silence) {
    return with("silence", nanos(silence));
  }

  /** With a number of strands between two ports; the smaller of both sides counts. */
  public SessionOptions withStrands(int perPortPair) {
    return with("strands", Integer.toString(perPortPair));
  }

  /** With other bounds of registered memory; 256 MiB each way unless said. */
  public SessionOptions withBodies(BodyPoolConfig newBodies) {
    return with(Configuration.valuesOf("bodies", newBodies));
  }

  /**
   * All that counts for sessions to a target.
   *
   * @param target what it says
   * @throws IllegalArgumentException if a bound is not kept; names the option
   */
  SessionConfig toConfig(Map<String, String> target) {
    return Configuration.of(values, target).config();
  }

  private static String nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time) + "ns";
  }
}
