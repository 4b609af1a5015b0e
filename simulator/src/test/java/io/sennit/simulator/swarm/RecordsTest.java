// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written down of a seed. */
final class RecordsTest {
  private static final SwarmCase OF = SwarmCase.of(21541);
  private static final int PACKET = 6;

  @TempDir
  private Path directory = Path.of("");

  @Test
  void traceAndPacketsAreThoseOfTheSeed() throws IOException {
    Path kept = new Records(directory).write(OF);
    List<String> expected = new ArrayList<>();
    Outcome outcome = SwarmRun.of(OF, (world, fabric) -> world.trace().readBy(expected::add));
    assertEquals(expected, Files.readAllLines(kept.resolve(Records.TRACE)));
    assertEquals(outcome.packets(), packets(kept.resolve(Records.PACKETS)), "packets");
  }

  /** Hostile devices make no packets: what they do with each request is in the trace. */
  @Test
  void hostileSeedHasTheStepsOfItsDevicesAndNoPackets() throws IOException {
    SwarmCase hostile = LongStream.iterate(1, seed -> seed + 1)
        .mapToObj(SwarmCase::of)
        .filter(each -> each.scenario().hostile() && each.scenario().kinds().isEmpty())
        .findFirst()
        .orElseThrow();
    Path kept = new Records(directory).write(hostile);
    assertFalse(Files.exists(kept.resolve(Records.PACKETS)), "packets");
    String trace = Files.readString(kept.resolve(Records.TRACE));
    for (String step : List.of("is posted", "arrives and is executed")) {
      String line = "(?s).*\\d+\\.\\d{9} queue pair \\d+ of \\w+, port \\d to \\d: [A-Z_]+ \\d+ of"
          + " \\d+ bytes " + step + "\\R.*";
      assertTrue(trace.matches(line), step);
    }
  }

  private static long packets(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    long found = 0;
    while (bytes.hasRemaining()) {
      int start = bytes.position();
      int type = bytes.getInt(start);
      int length = bytes.getInt(start + Integer.BYTES);
      assertEquals(length, bytes.getInt(start + length - Integer.BYTES), "end of " + start);
      found += type == PACKET ? 1 : 0;
      bytes.position(start + length);
    }
    return found;
  }

  @Test
  void sameSeedSameFiles() throws IOException {
    Path one = new Records(directory.resolve("one")).write(OF);
    Path other = new Records(directory.resolve("other")).write(OF);
    for (String name : List.of(Records.TRACE, Records.PACKETS)) {
      assertArrayEquals(
          Files.readAllBytes(one.resolve(name)), Files.readAllBytes(other.resolve(name)), name);
    }
  }

  /** But for packets that the seed itself corrupts, which it does. */
  @Test
  void tsharkReadsThePacketsOfEveryLink() throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/tshark")), "needs tshark (Debian package tshark)");
    Path packets = new Records(directory).write(OF).resolve(Records.PACKETS);
    List<String> all = tshark(packets, "infiniband.bth");
    long links = all.stream().distinct().count();
    assertTrue(all.size() > 100 && links > 4, () -> all.size() + " packets of " + links + " links");
    List<String> odd = tshark(packets, "_ws.malformed");
    assertTrue(odd.size() < all.size() / 10, () -> odd.size() + " of " + all.size());
  }

  private List<String> tshark(Path file, String filter) throws IOException, InterruptedException {
    Path said = directory.resolve("tshark.out");
    Process tshark = new ProcessBuilder(
            "tshark",
            "-r",
            file.toString(),
            "-d",
            "udp.port==1-65535,infiniband",
            "-Y",
            filter,
            "-T",
            "fields",
            "-e",
            "frame.interface_name")
        .redirectOutput(said.toFile())
        .redirectError(directory.resolve("tshark.err").toFile())
        .start();
    assertTrue(tshark.waitFor(50, TimeUnit.SECONDS), "tshark does not end");
    assertEquals(0, tshark.exitValue(), Files.readString(directory.resolve("tshark.err")));
    return Files.readAllLines(said, StandardCharsets.UTF_8);
  }
}
