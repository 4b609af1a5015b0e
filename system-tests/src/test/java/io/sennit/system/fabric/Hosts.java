// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import io.sennit.benchmarks.fabric.Namespace;
import io.sennit.system.process.Side;
import java.io.IOException;
import java.util.List;

/** Starts processes on the hosts of a fabric, over {@code roce} only. */
final class Hosts {
  private Hosts() {}

  /**
   * Runs the main method of a class of these tests, with ports at these addresses, or at all but
   * those with ! before them. A process with one address uses as many route labels as there may be,
   * so that ECMP has something to choose by.
   */
  static Side start(Namespace host, List<String> addresses, Class<?> main, String... arguments)
      throws IOException {
    List<String> flags = List.of(
        "-Xmx512m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Dsennit.provider=roce",
        "-Dsennit.roce.addresses=" + String.join(",", addresses),
        "-Dsennit.connectTimeout=30s",
        "-Dsennit.strands=" + (hasOnePort(addresses) ? "16" : "auto"));
    return Side.start(host.prefix(), flags, main, arguments);
  }

  private static boolean hasOnePort(List<String> addresses) {
    return addresses.size() == 1 && !addresses.getFirst().startsWith("!");
  }
}
