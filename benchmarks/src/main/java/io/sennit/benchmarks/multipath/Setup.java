// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Fabric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Between which ports a connection goes, and what is asked of it.
 *
 * @param near addresses of the near host's ports
 * @param far addresses of the far host's ports
 * @param flows that go at the same time
 * @param options of Sennit, by name
 */
public record Setup(List<String> near, List<String> far, int flows, Map<String, String> options) {
  private static final String NOTHING = "-";

  /** One flow over so many parallel rails. */
  static Setup rails(int rails) {
    return new Setup(Fabric.nearAddresses(rails), Fabric.farAddresses(rails), 1, Map.of());
  }

  /** So many flows from one leaf's host to another's. */
  static Setup leaves(int flows) {
    return new Setup(
        List.of(Fabric.hostAddress(0)), List.of(Fabric.hostAddress(1)), flows, Map.of());
  }

  /** The same with one option more. */
  Setup with(String option, String value) {
    Map<String, String> more = new TreeMap<>(options);
    more.put(option, value);
    return new Setup(near, far, flows, more);
  }

  /** The same with another number of flows; none: small calls are all there is. */
  Setup withFlows(int count) {
    return new Setup(near, far, count, options);
  }

  /** As one word, which {@link #parse} reads. */
  String text() {
    String asked = options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining("&"));
    return String.join(
        " ",
        String.join(",", near),
        String.join(",", far),
        Integer.toString(flows),
        asked.isEmpty() ? NOTHING : asked);
  }

  /** Reads what {@link #text} wrote. */
  public static Setup parse(String text) {
    String[] words = text.split(" ", 4);
    Map<String, String> options = new TreeMap<>();
    if (!words[3].equals(NOTHING)) {
      Arrays.stream(words[3].split("&", -1))
          .map(option -> option.split("=", 2))
          .forEach(option -> options.put(option[0], option[1]));
    }
    return new Setup(
        List.of(words[0].split(",", -1)),
        List.of(words[1].split(",", -1)),
        Integer.parseInt(words[2]),
        options);
  }

  /** Where the server listens. */
  public String server() {
    return far.getFirst();
  }
}
