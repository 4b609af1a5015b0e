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
   * @return the directory that holds {@link #TRACE} and, unless the devices are hostile and make no
   *     packets, {@link #PACKETS}
   * @throws IOException if they cannot be written
   */
  Path write(SwarmCase of) throws IOException {
    Path kept = Files.createDirectories(directory.resolve("sennit-seed-" + of.seed()));
    Path packets = kept.resolve(PACKETS);
    if (of.scenario().hostile()) {
      Files.deleteIfExists(packets);
      run(of, kept.resolve(TRACE), (world, fabric) -> {});
      return kept;
    }
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(packets))) {
      run(
          of,
          kept.resolve(TRACE),
          (world, fabric) ->
              fabric.tap(new Capture(out, world.scheduler(), fabric.links(), fabric.ports())));
    } catch (UncheckedIOException e) {
      throw new IOException(packets + " cannot be written whole: " + e.getMessage(), e);
    }
    return kept;
  }

  private static void run(SwarmCase of, Path trace, SwarmRun.Witness packets) throws IOException {
    try (PrintWriter text =
        new PrintWriter(Files.newBufferedWriter(trace, StandardCharsets.UTF_8))) {
      SwarmRun.of(of, (world, fabric) -> {
        world.trace().readBy(text::println);
        packets.begins(world, fabric);
      });
      if (text.checkError()) {
        throw new IOException(trace + " cannot be written whole");
      }
    }
  }
}
