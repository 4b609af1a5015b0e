// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.StatusException;
import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.TargetArgument;
import java.io.IOException;
import java.nio.file.Files;
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
          + " its directory must be there.",
      "If FILE is a directory, the file goes into it."
    })
final class GetCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "TARGET",
      index = "0",
      converter = TargetArgument.Converter.class,
      description = Remote.SERVER)
  private TargetArgument server;

  @Parameters(paramLabel = "NAME", index = "1", description = "The file's name there.")
  private String name;

  @Parameters(
      paramLabel = "FILE",
      index = "2",
      arity = "0..1",
      description = "Where to write it (default: the last part of NAME, here).")
  private Optional<String> target = Optional.empty();

  @Override
  public Integer call() {
    Path file = file();
    Remote.call(
        server, "get '" + name + "' from " + server, client -> transfer(client, name, file));
    return 0;
  }

  /** Where to write: as with cp, a directory keeps the name that the file has. */
  private Path file() {
    Path named = Path.of(name);
    Path last = Optional.ofNullable(named.getFileName()).orElse(named);
    if (target.isEmpty()) {
      return last;
    }
    Path said = Path.of(target.get());
    if (Files.isDirectory(said)) {
      return said.resolve(last);
    }
    if (target.get().endsWith("/")) {
      throw new CommandException("Cannot get '" + name + "': there is no directory '" + target.get()
          + "'; make it, or name a file.");
    }
    return said;
  }

  private static long transfer(BlobsClient client, String name, Path file)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    Runtime.getRuntime().addShutdownHook(new Thread(UnfinishedFiles::removeOwn, "get-clean-up"));
    UnfinishedFiles.removeAbandoned(file.resolveSibling(""), 1);
    return Transfer.show(name, file, progress -> client.get(name, file, progress));
  }
}
