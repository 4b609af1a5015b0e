// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two network namespaces joined by a link whose driver does not cut packets, so that the kernel has
 * done it before they are captured at the far end.
 */
public final class CapturedLink implements AutoCloseable {
  /** This end of the link. */
  public static final String NEAR_ADDRESS = "10.99.0.1";

  /** The end where packets are captured. */
  public static final String FAR_ADDRESS = "10.99.0.2";

  private static final long PATIENCE_SECONDS = 30;

  private final String near = "sennit-near-" + ProcessHandle.current().pid();
  private final String far = "sennit-far-" + ProcessHandle.current().pid();
  private final Path file;
  private @Nullable Process capture;

  private CapturedLink(Path directory) {
    file = directory.resolve("link.pcap");
  }

  /** Makes the link and begins to capture. */
  public static CapturedLink open(Path directory) throws Exception {
    CapturedLink link = new CapturedLink(directory);
    try {
      link.join();
      link.begin();
      return link;
    } catch (Exception | AssertionError e) {
      link.close();
      throw e;
    }
  }

  private void join() throws Exception {
    run("ip", "netns", "add", near);
    run("ip", "netns", "add", far);
    run(
        "ip", "link", "add", "n0", "netns", near, "type", "veth", "peer", "name", "f0", "netns",
        far);
    run("ip", "-n", near, "addr", "add", NEAR_ADDRESS + "/24", "dev", "n0");
    run("ip", "-n", far, "addr", "add", FAR_ADDRESS + "/24", "dev", "f0");
    run("ip", "-n", near, "link", "set", "n0", "up");
    run("ip", "-n", far, "link", "set", "f0", "up");
    // Known beforehand: what waits for an answer of ARP is sent again as another packet.
    String address = run("ip", "netns", "exec", far, "cat", "/sys/class/net/f0/address");
    run("ip", "-n", near, "neigh", "replace", FAR_ADDRESS, "lladdr", address, "dev", "n0");
    run("ip", "netns", "exec", near, "ethtool", "-K", "n0", "tx-udp-segmentation", "off");
  }

  private void begin() throws IOException {
    Process started = new ProcessBuilder(
            "ip",
            "netns",
            "exec",
            far,
            "dumpcap",
            "-q",
            "-i",
            "f0",
            "-f",
            "udp",
            "-w",
            file.toString(),
            "-a",
            "duration:" + PATIENCE_SECONDS,
            "-a",
            "packets:16")
        .redirectErrorStream(true)
        .start();
    capture = started;
    awaitBegin(started);
  }

  /** What is missing, as a sentence; empty if nothing is. */
  public static String obstacle() {
    for (String program : List.of("/usr/bin/dumpcap", "/usr/sbin/ethtool")) {
      if (!Files.isExecutable(Path.of(program))) {
        return "needs " + program + " (Debian packages tshark and ethtool)";
      }
    }
    return "root".equals(System.getProperty("user.name")) ? "" : "needs root, for namespaces";
  }

  private static void awaitBegin(Process capture) throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(capture.getInputStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    while (line != null && !line.startsWith("File:")) {
      line = said.readLine();
    }
    assertTrue(line != null, "dumpcap ended before it began");
  }

  /** Runs a program of this class path at the near end; what it says. */
  public String run(Class<?> main, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", near));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName()));
    command.addAll(List.of(args));
    return run(command.toArray(String[]::new));
  }

  /** Identification and DF bit of the packets that came, waited for. */
  public List<String> captured(int port, int count) throws Exception {
    boolean ended = capture != null && capture.waitFor(2 * PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertTrue(ended, "dumpcap goes on");
    String[] lines = run(
            "tshark",
            "-r",
            file.toString(),
            "-Y",
            "udp.port==" + port,
            "-T",
            "fields",
            "-e",
            "ip.id",
            "-e",
            "ip.flags.df")
        .split("\n", -1);
    assertEquals(count, lines.length, () -> String.join(" ", lines));
    return List.of(lines);
  }

  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, process.waitFor(), () -> String.join(" ", command));
    return said;
  }

  @Override
  public void close() throws IOException {
    if (capture != null) {
      capture.destroyForcibly().onExit().join();
    }
    for (String namespace : List.of(near, far)) {
      new ProcessBuilder("ip", "netns", "del", namespace)
          .inheritIO()
          .start()
          .onExit()
          .join();
    }
  }
}
