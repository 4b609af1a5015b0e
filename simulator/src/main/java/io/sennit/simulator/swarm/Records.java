// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.simulator.fabric.Capture;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What is left of a seed that broke a promise: everything that happened, as text, and every packet.
 * The seed is run once more for it, so that those that break none cost nothing.
 *
 * @param directory where they are put, each seed's in a directory of its own
 */
record Records(Path directory) {
  /** Text, a line for each thing that happened. */
  static final String TRACE = "trace.txt";

  /** Every packet, where a link took it. */
  static final String PACKETS = "packets.pcapng";

  /**
   * Runs a seed and writes it down.
   *
   * @return the directory that holds {@link #TRACE} and {@link #PACKETS}
   * @throws IOException if they cannot be written
   */
  Path write(long seed) throws IOException {
    Path kept = Files.createDirectories(directory.resolve("sennit-seed-" + seed));
    Path packets = kept.resolve(PACKETS);
    Path trace = kept.resolve(TRACE);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(packets));
        PrintWriter text =
            new PrintWriter(Files.newBufferedWriter(trace, StandardCharsets.UTF_8))) {
      SwarmRun.of(seed, (world, fabric) -> {
        world.trace().readBy(text::println);
        fabric.tap(new Capture(out, world.scheduler(), fabric.links(), fabric.ports()));
      });
      if (text.checkError()) {
        throw new IOException(trace + " cannot be written whole");
      }
    } catch (UncheckedIOException e) {
      throw new IOException(packets + " cannot be written whole: " + e.getMessage(), e);
    }
    return kept;
  }
}
