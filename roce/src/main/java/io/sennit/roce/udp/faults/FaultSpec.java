// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.faults;

import io.sennit.roce.wire.IpAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What goes wrong: {@code key=value} by semicolons. Chances are 0 to 1 and hold for each received
 * packet by itself.
 *
 * @param chances what may happen to a packet
 * @param delays how late packets are
 * @param cutMillis of every {@code everyMillis}, for how long nothing passes in either direction
 * @param everyMillis the period of cuts
 * @param address the local address that all this is about; empty: every one
 * @param seed of the dice, default 1
 */
record FaultSpec(
    Chances chances,
    Delays delays,
    long cutMillis,
    long everyMillis,
    Optional<IpAddress> address,
    long seed) {
  private static final Set<String> KEYS = new TreeSet<>(Set.of(
      "loss",
      "duplicate",
      "duplicateMicros",
      "reorder",
      "reorderMicros",
      "corrupt",
      "delayMicros",
      "cutMillis",
      "everyMillis",
      "address",
      "seed"));
  private static final long MOST_WHOLE = 60_000_000;
  private static final long STANDARD_MICROS = 300;

  /**
   * @param loss to be lost
   * @param duplicate to come once more, later
   * @param reorder to come late, after packets that were sent later
   * @param corrupt to have one bit flipped
   */
  record Chances(double loss, double duplicate, double reorder, double corrupt) {}

  /**
   * @param allMicros what every packet is late
   * @param duplicateMicros what a duplicate is later than its packet, default 300
   * @param reorderMicros what a packet out of order is late, default 300
   */
  record Delays(long allMicros, long duplicateMicros, long reorderMicros) {}

  /** @throws IllegalArgumentException whose message goes on after "it" */
  static FaultSpec parse(String text) {
    Map<String, String> values = split(text);
    FaultSpec spec = new FaultSpec(
        new Chances(
            chance(values, "loss"),
            chance(values, "duplicate"),
            chance(values, "reorder"),
            chance(values, "corrupt")),
        new Delays(
            whole(values, "delayMicros", 0),
            whole(values, "duplicateMicros", STANDARD_MICROS),
            whole(values, "reorderMicros", STANDARD_MICROS)),
        whole(values, "cutMillis", 0),
        whole(values, "everyMillis", 0),
        Optional.ofNullable(values.get("address")).map(FaultSpec::address),
        seed(values.getOrDefault("seed", "1")));
    if (spec.cutMillis > spec.everyMillis) {
      throw new IllegalArgumentException("must say everyMillis, at least as long as cutMillis");
    }
    return spec;
  }

  boolean isAbout(IpAddress local) {
    return address.isEmpty() || address.get().equals(local);
  }

  private static IpAddress address(String value) {
    try {
      if (value.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
        return IpAddress.of(InetAddress.getByName(value).getAddress());
      }
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(said("address", value) + "an IP address", e);
    }
    throw new IllegalArgumentException(said("address", value) + "an IP address");
  }

  private static Map<String, String> split(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.split(";", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part.strip() : part.substring(0, equals).strip();
      if (key.isEmpty() && equals < 0) {
        continue;
      }
      if (equals < 0 || !KEYS.contains(key)) {
        throw new IllegalArgumentException("says '" + part.strip()
            + "', but it is made of key=value by semicolons, with the keys " + KEYS);
      }
      if (values.put(key, part.substring(equals + 1).strip()) != null) {
        throw new IllegalArgumentException("says " + key + " twice");
      }
    }
    return values;
  }

  private static String said(String key, String value) {
    return "says " + key + "=" + value + ", but " + key + " is ";
  }

  private static double chance(Map<String, String> values, String key) {
    String value = values.getOrDefault(key, "0");
    try {
      double chance = Double.parseDouble(value);
      if (chance >= 0 && chance <= 1) {
        return chance;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(said(key, value) + "a chance of 0 to 1", e);
    }
    throw new IllegalArgumentException(said(key, value) + "a chance of 0 to 1");
  }

  private static long whole(Map<String, String> values, String key, long standard) {
    String value = values.getOrDefault(key, Long.toString(standard));
    if (!value.matches("[0-9]{1,8}") || Long.parseLong(value) > MOST_WHOLE) {
      throw new IllegalArgumentException(said(key, value) + "a whole number of 0 to " + MOST_WHOLE);
    }
    return Long.parseLong(value);
  }

  private static long seed(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(said("seed", value) + "a whole number", e);
    }
  }
}
