// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.WorkRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A connection between this process and a {@link Peer}, which the test may stop or kill. */
final class PeerProcess implements AutoCloseable {
  private final Device device;
  private final CompletionChannel channel;
  private final Process process;
  final Side side;
  final QueuePair queuePair;
  private final long remoteAddress;
  private final int remoteKey;

  /** Starts one; both ends have the same address. */
  PeerProcess(String address) throws Exception {
    this(address, 39);
  }

  /** The same; this end asks so often before it gives up. */
  PeerProcess(String address, int retryCount) throws Exception {
    Map<String, String> options =
        Map.of("addresses", address, "retryCount", Integer.toString(retryCount));
    device = new RoceProvider().open(options);
    channel = device.createCompletionChannel();
    process = start(List.of(), address);
    BufferedReader out = reader(process);
    PrintStream in = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
    HexFormat hex = HexFormat.of();
    try (Invitation invitation = device.invite(Side.DOMAIN, channel)) {
      in.println(hex.formatHex(invitation.offer()));
      String[] said = out.readLine().split(" ", -1);
      side = new Side(channel, invitation.complete(hex.parseHex(said[0]), Side.PATIENCE_NANOS));
      queuePair = side.queuePair(0, 1);
      queuePair.connect(hex.parseHex(said[1]));
      remoteAddress = Long.parseLong(said[2]);
      remoteKey = Integer.parseInt(said[3]);
    }
    in.println(hex.formatHex(queuePair.address()));
    assertEquals("ready", out.readLine());
  }

  /** A JVM with this class path that runs {@link Peer}. */
  static Process start(List<String> flags, String argument) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"));
    command.addAll(flags.isEmpty() ? List.of("--enable-native-access=ALL-UNNAMED") : flags);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Peer.class.getName(), argument));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  WorkRequest oneSided(Opcode opcode, long id, long offset, int length) {
    return side.oneSided(opcode, id, offset, length).remote(remoteAddress + offset, remoteKey);
  }

  /** Stops the peer: a signal is only a wish until every thread has seen it. */
  void stop() throws Exception {
    signal("STOP");
    Clock clock = Clock.system();
    long startNanos = clock.nanoTime();
    while (!isStopped()) {
      assertTrue(clock.nanoTime() - startNanos < Side.PATIENCE_NANOS, "the peer goes on");
      side.channel.await(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private boolean isStopped() throws IOException {
    Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
    }
    return true;
  }

  /** Sends KILL or STOP, and returns when no thread of the peer runs any more. */
  void silence(String signal) throws Exception {
    if (signal.equals("STOP")) {
      stop();
    } else {
      signal(signal);
      assertTrue(process.waitFor(10, TimeUnit.SECONDS), "the peer goes on");
    }
  }

  void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
        .inheritIO()
        .start();
    assertEquals(true, kill.waitFor(10, TimeUnit.SECONDS), "kill -" + name);
    assertEquals(0, kill.exitValue(), "kill -" + name);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    assertEquals(true, side.domain.close(), "the domain closes at once");
    channel.close();
    device.close();
  }
}
