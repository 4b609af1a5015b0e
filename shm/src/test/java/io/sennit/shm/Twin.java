// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Opcode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection between this process and a {@link Child}, which the test may stop or kill. */
final class Twin implements AutoCloseable {
  final Device device = new ShmProvider().open();
  final CompletionChannel channel = device.createCompletionChannel();
  final Process process;
  final Half half;
  private final BufferedReader out;

  /** Starts a child that executes one kind of request in a loop against {@link #half}. */
  Twin(Opcode duty) throws Exception {
    process = start(List.of(), duty.name());
    out = reader(process);
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    HexFormat hex = HexFormat.of();
    tell(hex.formatHex(invitation.offer()));
    String[] answer = out.readLine().split(" ", -1);
    half = new Half(
        (ShmDomain) invitation.complete(hex.parseHex(answer[1]), Pair.TIMEOUT_NANOS), channel);
    half.queuePair.connect(hex.parseHex(answer[2]));
    tell("peer %s %d %d"
        .formatted(
            hex.formatHex(half.queuePair.address()),
            half.region.address(),
            half.region.remoteKey()));
    expect("begins");
  }

  /** A JVM with this class path; the prefix is a command that starts it. */
  static Process start(List<String> prefix, String... args) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(
        "-Xmx64m",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        Child.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  void tell(String line) {
    new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII).println(line);
  }

  void expect(String line) throws IOException {
    String read = out.readLine();
    if (!line.equals(read)) {
      throw new AssertionError("the child said '" + read + "' instead of '" + line + "'");
    }
  }

  /** Whether the child is inside an operation on the half's queue pair right now. */
  boolean isInOperation() {
    Own own = half.domain.own();
    long entry = own.layout().queuePairAt(((ShmQueuePair) half.queuePair).slot());
    return Words.acquireLong(own.file(), entry + Layout.IN_OPERATION) != 0;
  }

  /** Stops the child in the middle of a copy. */
  void stopInMidCopy() throws Exception {
    for (int attempt = 0; attempt < 1000; attempt++) {
      signal("STOP");
      while (!isStopped()) {
        Thread.onSpinWait();
      }
      if (isInOperation()) {
        return;
      }
      signal("CONT");
    }
    throw new AssertionError("a child that only copies was never caught in a copy");
  }

  private boolean isStopped() throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    return stat.substring(stat.lastIndexOf(')')).startsWith(") T");
  }

  void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
        .inheritIO()
        .start();
    if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new AssertionError("kill -" + name + " failed");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    Waits.until("the child's end", () -> !process.isAlive());
    Waits.until("the domain closes once the peer is dead", half.domain::close);
    channel.close();
    device.close();
  }
}
