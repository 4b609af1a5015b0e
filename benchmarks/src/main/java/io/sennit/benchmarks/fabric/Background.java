// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Traffic of others on one rail, from the far host to the near one: datagrams at a rate that heeds
 * nobody. Confined to one thread.
 */
public final class Background implements AutoCloseable {
  /** Longer than anything that it is the background of. */
  private static final int MOST_SECONDS = 600;

  private static final int PORT = 5201;

  /** Its sender's socket as the kernel lists it: own address, then that of the other end. */
  private static final Pattern CONNECTED = Pattern.compile(
      "^ *\\d+: \\w+:\\w+ \\w+:" + Integer.toHexString(PORT).toUpperCase(Locale.ROOT) + " ");

  private final Iperf server;
  private final Iperf client;

  private Background(Iperf server, Iperf client) {
    this.server = server;
    this.client = client;
  }

  /**
   * Begins to send; returns when its sender has been started.
   *
   * @param rail of parallel rails
   * @param megabits per second of payload, in datagrams of 8900 bytes
   */
  public static Background fill(Fabric fabric, int rail, int megabits) throws InterruptedException {
    String address = fabric.nearAddresses().get(rail);
    Iperf server = Iperf.serve(fabric.near().prefix(), PORT);
    List<String> load = List.of(
        "-p",
        Integer.toString(PORT),
        "-u",
        "-b",
        megabits + "M",
        "-l",
        "8900",
        "-t",
        Integer.toString(MOST_SECONDS));
    return new Background(server, Iperf.call(fabric.far().prefix(), address, load));
  }

  /** Whether, from the namespace that this process runs in, somebody sends such traffic. */
  public static boolean hasCome() {
    try (Stream<String> sockets = Files.lines(Path.of("/proc/net/udp"))) {
      return sockets.anyMatch(each -> CONNECTED.matcher(each).find());
    } catch (IOException e) {
      throw new UncheckedIOException("no list of UDP sockets", e);
    }
  }

  /** Stops sending; how many megabits per second were sent. */
  public double end() throws InterruptedException {
    JsonObject report = client.stop();
    close();
    return Iperf.megabits(report, "sum");
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
