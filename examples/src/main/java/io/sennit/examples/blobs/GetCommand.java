// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.StatusException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sennit blobs get}. */
@Command(
    name = "get",
    description = {
      "Fetch one file and check its SHA-256. Success is silent.",
      "The file appears as a whole or not at all. One that is there is replaced, as cp and curl do;"
          + " its directory must be there."
    })
final class GetCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "HOST:PORT",
      index = "0",
      converter = HostPort.Converter.class,
      description = "The server.")
  private HostPort server;

  @Parameters(paramLabel = "NAME", index = "1", description = "The file's name there.")
  private String name;

  @Parameters(
      paramLabel = "FILE",
      index = "2",
      arity = "0..1",
      description = "Where to write it (default: the last part of NAME, here).")
  private Optional<Path> target = Optional.empty();

  @Override
  public Integer call() {
    Remote.call(server, "get '" + name + "' from " + server, this::transfer);
    return 0;
  }

  private long transfer(BlobsClient client)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    Path named = Path.of(name);
    Path file = target.or(() -> Optional.ofNullable(named.getFileName())).orElse(named);
    Runtime.getRuntime().addShutdownHook(new Thread(UnfinishedFiles::removeOwn, "get-clean-up"));
    UnfinishedFiles.removeAbandoned(file.resolveSibling(""), 1);
    return Transfer.show(name, file, progress -> client.get(name, file, progress));
  }
}
