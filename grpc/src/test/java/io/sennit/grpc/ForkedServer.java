// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A server in a process of its own, to be killed. Its calls are taken and never answered. */
final class ForkedServer implements AutoCloseable {
  private static final String READY = "listening on ";

  private final Process process;
  private final int port;

  private ForkedServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static ForkedServer start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process = new ProcessBuilder(List.of(
            java,
            "-Xmx128m",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            ForkedServer.class.getName()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    return new ForkedServer(process, readPort(process));
  }

  int port() {
    return port;
  }

  /** As kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static int readPort(Process process) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(READY)) {
        return Integer.parseInt(line.substring(READY.length()));
      }
    }
    throw new IOException("the server ended before it listened");
  }

  /** The server's process; it ends with the test's, which holds the other end of its input. */
  public static void main(String[] args) throws Exception {
    var server = Shm.server().addService(new TestService().definition()).build().start();
    System.out.println(READY + server.getPort());
    int end = System.in.read();
    System.exit(end < 0 ? 0 : 1);
  }
}
