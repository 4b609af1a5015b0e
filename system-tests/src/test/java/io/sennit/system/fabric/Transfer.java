// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Rail;
import io.sennit.system.process.Side;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A {@link Caller} on the near host of a fabric and its {@link Mirror} on the far one. */
record Transfer(Fabric fabric, Side mirror, Side caller) implements AutoCloseable {
  private static final int MOST_LOOKS = 200;
  private static final Pattern PORT = Pattern.compile("\\d+");
  private static final Pattern WELL = Pattern.compile("end .* failed=0 wrong=0 gapMillis=(\\d+)");

  /** Takes the fabric over. */
  static Transfer begin(Fabric fabric) throws IOException, InterruptedException {
    return begin(fabric, fabric.nearAddresses(), fabric.farAddresses());
  }

  /**
   * The same with processes that look for their addresses by themselves.
   *
   * @param others where the server is looked for, too; it listens at all addresses
   */
  static Transfer beginFollowing(Fabric fabric, String... others)
      throws IOException, InterruptedException {
    List<String> names = new ArrayList<>(fabric.farAddresses());
    names.addAll(List.of(others));
    return begin(fabric, new Ends(List.of("!lo"), List.of("!lo"), "::", names));
  }

  private static Transfer begin(Fabric fabric, List<String> here, List<String> there)
      throws IOException, InterruptedException {
    String address = fabric.farAddresses().getFirst();
    return begin(fabric, new Ends(here, there, address, List.of(address)));
  }

  /** Ports of both sides, where the server listens, and where it is looked for. */
  private record Ends(List<String> here, List<String> there, String listens, List<String> names) {
    String target(String port) {
      return names.stream()
          .map(each -> each.indexOf(':') < 0 ? each : "[" + each + "]")
          .map(each -> each + ":" + port)
          .collect(Collectors.joining(","));
    }
  }

  private static Transfer begin(Fabric fabric, Ends ends) throws IOException, InterruptedException {
    Side mirror = null;
    try {
      mirror = Hosts.start(fabric.far(), ends.there(), Mirror.class, ends.listens());
      String port = mirror.await("a port", line -> PORT.matcher(line).matches());
      Side caller = Hosts.start(fabric.near(), ends.here(), Caller.class, ends.target(port));
      return new Transfer(fabric, mirror, caller);
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      if (mirror != null) {
        mirror.close();
      }
      fabric.close();
      throw e;
    }
  }

  /** Waits until that many more bodies came back. */
  void awaitBodies(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      String line =
          caller.await("a body", any -> !any.startsWith("failed") && !any.startsWith(Caller.SIZES));
      if (!line.startsWith("body ")) {
        throw new AssertionError("expected a body: " + line);
      }
    }
  }

  /** Waits until the paths that work have packets of these payloads, the smallest first. */
  void awaitSizes(Integer... bytes) throws InterruptedException {
    String wanted = Caller.SIZES + List.of(bytes);
    caller.await(wanted, wanted::equals);
  }

  Rail rail(int index) {
    return fabric.rail(index);
  }

  /** Which part of what all routes carried since then each of them did. */
  List<Double> sharesSince(List<Long> before) {
    List<Long> after = fabric.routeBytes();
    List<Double> moved = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) {
      moved.add((double) (after.get(i) - before.get(i)));
    }
    double all = moved.stream().mapToDouble(each -> each).sum();
    return moved.stream().map(each -> each / all).toList();
  }

  /** How long it takes, so many bodies at a time, until a route has such a part of their bytes. */
  Duration awaitShare(int route, double share, int bodies) throws InterruptedException {
    Clock clock = Clock.system();
    long startNanos = clock.nanoTime();
    List<Double> shares = List.of();
    for (int look = 0; look < MOST_LOOKS; look++) {
      List<Long> before = fabric.routeBytes();
      awaitBodies(bodies);
      shares = sharesSince(before);
      if (shares.get(route) >= share) {
        return Duration.ofNanos(clock.nanoTime() - startNanos);
      }
    }
    throw new AssertionError("never so much on route " + route + ": " + shares);
  }

  /** Lets all calls come to their end; every one was right. The longest time without a body. */
  Duration end() throws IOException, InterruptedException {
    caller.endInput();
    String end = caller.await("its end", line -> line.startsWith("end "));
    Matcher well = WELL.matcher(end);
    assertTrue(well.matches(), end);
    return Duration.ofMillis(Long.parseLong(well.group(1)));
  }

  @Override
  public void close() {
    caller.close();
    mirror.close();
    fabric.close();
  }
}
