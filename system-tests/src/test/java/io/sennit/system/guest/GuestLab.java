// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A network namespace with one end of a link, the emulated guest at its other end, and a capture of
 * all that passes. The namespace's name is this process', so that runs do not meet.
 */
final class GuestLab implements AutoCloseable {
  /** What is run, and the Debian package that has it. */
  private static final Map<String, String> PROGRAMS = new TreeMap<>(Map.of(
      "/usr/bin/qemu-system-x86_64", "qemu-system-x86",
      "/usr/bin/ib_write_bw", "perftest",
      "/usr/bin/ibv_rc_pingpong", "ibverbs-utils",
      "/usr/bin/rping", "rdmacm-utils",
      "/usr/lib/python3/dist-packages/pyverbs", "python3-pyverbs",
      "/usr/bin/tcpdump", "tcpdump",
      "/usr/bin/tshark", "tshark",
      "/bin/busybox", "busybox-static",
      "/bin/cpio", "cpio",
      "/sbin/depmod", "kmod"));

  private static final Path SCRIPTS = Path.of("src", "test", "guest").toAbsolutePath();
  private static final Path WORK = Path.of("target", "guest").toAbsolutePath();
  private static final String PCAP = WORK.resolve("link.pcap").toString();

  /** What a program may need to end in good order where the disk is slow. */
  private static final long PARTING_SECONDS = 60;

  private final String namespace = "sennit-guest-" + ProcessHandle.current().pid();
  private final List<Process> processes = new ArrayList<>();

  private GuestLab() {}

  /** What is missing, as a sentence; empty if nothing is. */
  static String obstacle() {
    for (Map.Entry<String, String> each : PROGRAMS.entrySet()) {
      if (!Files.exists(Path.of(each.getKey()))) {
        return "needs " + each.getKey() + " (Debian package " + each.getValue() + ")";
      }
    }
    if (!Files.exists(Path.of("/dev/net/tun"))) {
      return "needs /dev/net/tun";
    }
    return "root".equals(System.getProperty("user.name")) ? "" : "needs root, for namespaces";
  }

  /** Makes the image if there is none, the link, and starts capture and guest. */
  static GuestLab open() throws IOException, InterruptedException {
    Files.createDirectories(WORK);
    run(SCRIPTS.resolve("image").toString(), WORK.toString());
    GuestLab lab = new GuestLab();
    try {
      lab.join();
      lab.start("capture.log", "tcpdump", "-i", "tap0", "-B", "65536", "-w", PCAP, "udp");
      lab.start("console.log", SCRIPTS.resolve("boot").toString(), WORK.toString(), "tap0");
      return lab;
    } catch (IOException | InterruptedException | RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  /** Where the packets are. */
  static Path capture() {
    return Path.of(PCAP);
  }

  private void join() throws IOException, InterruptedException {
    run("ip", "netns", "add", namespace);
    run("ip", "-n", namespace, "link", "set", "lo", "up");
    run("ip", "-n", namespace, "tuntap", "add", "tap0", "mode", "tap");
    ip("link set tap0 address 02:00:00:98:00:01");
    ip("addr add 10.98.0.1/24 dev tap0");
    ip("addr add fd98::1/64 dev tap0 nodad");
    ip("link set tap0 up");
    // Known beforehand: the first packets would wait for an answer that says it.
    ip("neigh replace 10.98.0.2 lladdr 02:00:00:98:00:02 dev tap0 nud permanent");
    ip("-6 neigh replace fd98::2 lladdr 02:00:00:98:00:02 dev tap0 nud permanent");
  }

  private void ip(String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip", "-n", namespace));
    command.addAll(List.of(arguments.split(" ", -1)));
    run(command.toArray(String[]::new));
  }

  private Process start(String log, String... command) throws IOException {
    List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    inside.addAll(List.of(command));
    Process process = new ProcessBuilder(inside)
        .redirectErrorStream(true)
        .redirectOutput(WORK.resolve(log).toFile())
        .start();
    processes.add(process);
    return process;
  }

  /** Runs all cases at this end of the link; what was said of each. */
  Map<String, String> tryAll() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(
        "-Xmx512m",
        "--enable-native-access=ALL-UNNAMED",
        "-Dsennit.guest.scripts=" + SCRIPTS,
        "-cp",
        System.getProperty("java.class.path"),
        GuestCases.class.getName()));
    Process cases = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    processes.add(cases);
    Map<String, String> verdicts = new TreeMap<>();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(cases.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        String[] words = line.split(" ", 2);
        verdicts.put(words[0], words.length > 1 ? words[1] : "");
      }
    }
    cases.waitFor();
    return verdicts;
  }

  /** Lines that a program wrote; it must have ended well. */
  static List<String> run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + lines);
    }
    return lines;
  }

  /** Ends the guest, and the capture after what it has in hand. */
  @Override
  public void close() throws IOException {
    for (Process process : processes.reversed()) {
      process.destroy();
      process
          .onExit()
          .completeOnTimeout(process, PARTING_SECONDS, TimeUnit.SECONDS)
          .thenCompose(ended -> ended.destroyForcibly().onExit())
          .join();
    }
    new ProcessBuilder("ip", "netns", "del", namespace)
        .inheritIO()
        .start()
        .onExit()
        .join();
  }
}
