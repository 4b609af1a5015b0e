// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import org.jspecify.annotations.Nullable;

/**
 * One line that the server process says, as JSON; exactly one part is there.
 *
 * @param port it listens on: its first line
 * @param sample of its paths, again and again
 * @param report what it saw: its last line
 */
record ServerLine(
    @Nullable Integer port,
    @Nullable Sample sample,
    @Nullable ServerReport report) {
  static ServerLine listening(int port) {
    return new ServerLine(port, null, null);
  }

  static ServerLine of(Sample sample) {
    return new ServerLine(null, sample, null);
  }

  static ServerLine of(ServerReport report) {
    return new ServerLine(null, null, report);
  }
}
