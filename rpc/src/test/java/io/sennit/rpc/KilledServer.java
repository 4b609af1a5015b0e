// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.AdmissionConfig;
import io.sennit.rpc.session.LoopGroup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A server in a process of its own, to be killed. */
final class KilledServer implements AutoCloseable {
  static final Method<Body, Body> ECHO = Method.raw("killed/Echo");
  static final Method<Body, Body> FILL = Method.raw("killed/Fill");
  static final Method<String, String> HANG = Method.of("killed/Hang", Codec.utf8(), Codec.utf8());

  private static final long FILL_NANOS = 3_000_000_000L;

  /** A process that has just started is slow, on a busy machine very slow. */
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withConnectTimeout(Duration.ofSeconds(30));

  private final Process process;
  private final BufferedReader says;
  private final int port;

  private KilledServer(Process process, BufferedReader says, int port) {
    this.process = process;
    this.says = says;
    this.port = port;
  }

  /** Starts the process and waits until it serves. */
  static KilledServer start() throws IOException {
    return start(ProcessBuilder.Redirect.INHERIT);
  }

  /** The same, with options of the JVM, and a place for what it says as errors. */
  static KilledServer start(ProcessBuilder.Redirect errors, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), KilledServer.class.getName()));
    Process process = new ProcessBuilder(command).redirectError(errors).start();
    BufferedReader says =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String port = says.readLine();
    if (port == null) {
      throw new IOException("the server ended with " + process.onExit().join().exitValue());
    }
    return new KilledServer(process, says, Integer.parseInt(port));
  }

  RpcClient connect() {
    return RpcClient.to("localhost:" + port).sessions(OPTIONS).connect();
  }

  /** Waits until a handler hangs. */
  void awaitHanging() throws IOException {
    says.readLine();
  }

  /** Asks it to end, as SIGTERM does. */
  void terminate() {
    process.toHandle().destroy(); // The Process would close its input, and main would return.
  }

  /** Waits for its end; its exit status, or empty if it did not end in time. */
  OptionalInt awaitEnd(Duration limit) throws InterruptedException {
    return process.waitFor(limit) ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
  }

  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] args) throws Exception {
    Routes routes = new Routes();
    routes.unary(ECHO, call -> call.reply(call.body()));
    routes.unary(FILL, call -> {
      fill();
      call.reply(call.body());
    });
    routes.unary(HANG, call -> System.out.println("hanging"));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (RpcServer server = RpcServer.start(
        any,
        routes.build(),
        new RpcServer.Settings(
            OPTIONS.toConfig(Map.of()),
            LoopGroup.shared(),
            new LiveSessions(ended -> {}),
            new Admission(AdmissionConfig.defaults(), Map.of()),
            Duration.ofSeconds(1).toNanos(),
            false))) {
      System.out.println(server.address().getPort());
      // Until it is killed, or its parent is gone and closes the pipe.
      System.in.read();
    }
  }

  /** Keeps every byte of the heap for a while, then gives all of it back. */
  private static void fill() {
    long endNanos = System.nanoTime() + FILL_NANOS;
    Object[] newest = {};
    int length = 1 << 18;
    while (System.nanoTime() < endNanos) {
      try {
        Object[] next = new Object[length];
        next[0] = newest;
        newest = next;
      } catch (OutOfMemoryError expected) {
        length = Math.max(16, length / 2);
      }
    }
  }
}
