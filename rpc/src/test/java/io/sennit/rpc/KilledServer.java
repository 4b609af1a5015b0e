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
import java.util.Map;

/** A server in a process of its own, to be killed. */
final class KilledServer implements AutoCloseable {
  static final Method<Body, Body> ECHO = Method.raw("killed/Echo");
  static final Method<String, String> HANG = Method.of("killed/Hang", Codec.utf8(), Codec.utf8());

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
    Process process = new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            KilledServer.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
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
            Duration.ofSeconds(1).toNanos()))) {
      System.out.println(server.address().getPort());
      // Until it is killed, or its parent is gone and closes the pipe.
      System.in.read();
    }
  }
}
