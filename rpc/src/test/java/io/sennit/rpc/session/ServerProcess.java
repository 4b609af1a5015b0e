// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An echo server in a process of its own, to be stopped and killed. */
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final int port;

  /** @param options as system properties, such as {@code -Dsennit.provider=shm} */
  ServerProcess(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path")));
    command.addAll(List.of(options));
    command.add(ServerProcess.class.getName());
    process = new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the server process ended at once");
    }
    port = Integer.parseInt(line);
  }

  int port() {
    return port;
  }

  /** Sends a signal by name. */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
        .inheritIO()
        .start();
    if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("kill -" + name + " failed");
    }
  }

  /** kill -9. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The server: prints its port, then serves until its input ends. */
  public static void main(String[] args) throws IOException {
    LoopGroup group = new LoopGroup(
        "server", EventLoopConfig.defaults(), Clock.system(), LoopGroup.findProviders());
    SessionServer server = SessionServer.listen(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        Configuration.ofProcess().config(),
        group,
        new EchoDoor(),
        Events::new);
    System.out.println(server.localAddress().getPort());
    // The parent's end of the pipe closes when the parent dies, however it dies.
    System.in.read();
    server.close();
    group.close();
  }
}
