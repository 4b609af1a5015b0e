// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sennit blobs serve}: runs until it is interrupted. */
@Command(name = "serve", description = "Serve the files of a directory until interrupted.")
final class ServeCommand implements Callable<Integer> {
  private static final int DRAIN_SECONDS = 3;
  private static final int MAX_PORT = 65_535;

  @Spec
  private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The directory to serve.")
  private Path directory;

  @Option(
      names = "--port",
      defaultValue = "7470",
      description = "TCP port of the bootstrap; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description =
          "Address of this host to listen on (default: ${DEFAULT-VALUE}, this host only); 0.0.0.0"
              + " is every one. Whoever reaches it can read and write the files: there is neither"
              + " encryption nor authentication.")
  private InetAddress host;

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--port is 0 to " + MAX_PORT + ", not " + port);
    }
    Server server = start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(server), "blobs-drain"));
    spec.commandLine()
        .getOut()
        .println("Serving " + directory + whom() + " on port " + server.getPort());
    spec.commandLine().getOut().flush();
    server.awaitTermination();
    return 0;
  }

  private String whom() {
    return host.isLoopbackAddress() ? " to this host only (see --host)," : "";
  }

  private Server start() {
    try {
      InetSocketAddress address = new InetSocketAddress(host, port);
      return SennitServerBuilder.forAddress(address, InsecureServerCredentials.create())
          .addService(service())
          .build()
          .start();
    } catch (IOException e) {
      throw new CommandException(
          "Cannot serve " + directory + " on port " + port + ": " + e.getMessage() + ".", e);
    }
  }

  private BlobsService service() throws IOException {
    BlobsService service = new BlobsService(directory);
    UnfinishedFiles.removeAbandoned(directory, Integer.MAX_VALUE);
    return service;
  }

  private static void drain(Server server) {
    server.shutdown();
    try {
      if (!server.awaitTermination(DRAIN_SECONDS, TimeUnit.SECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    UnfinishedFiles.removeOwn();
  }
}
