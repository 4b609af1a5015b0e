// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.StatusException;
import io.sennit.tools.spi.TargetArgument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sennit blobs put}. */
@Command(
    name = "put",
    description = {
      "Store one file and check its SHA-256. Success is silent.",
      "The file appears there as a whole or not at all. One that is there is replaced; directories"
          + " in NAME are made."
    })
final class PutCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "TARGET",
      index = "0",
      converter = TargetArgument.Converter.class,
      description = Remote.SERVER)
  private TargetArgument server;

  @Parameters(paramLabel = "FILE", index = "1", description = "The file to send.")
  private Path source;

  @Parameters(
      paramLabel = "NAME",
      index = "2",
      arity = "0..1",
      description = "Its name there (default: the last part of FILE).")
  private Optional<String> name = Optional.empty();

  @Override
  public Integer call() {
    Remote.call(server, "put " + source + " to " + server, this::transfer);
    return 0;
  }

  private long transfer(BlobsClient client)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    String nameThere = name.orElseGet(() -> String.valueOf(source.getFileName()));
    return Transfer.show(
        source.toString(), source, progress -> client.put(source, nameThere, progress));
  }
}
