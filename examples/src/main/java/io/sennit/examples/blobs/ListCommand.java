// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.sennit.examples.blobs.v1.Blob;
import io.sennit.tools.spi.Printable;
import io.sennit.tools.spi.TargetArgument;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sennit blobs ls}. */
@Command(name = "ls", description = "List the files: size in bytes and name.")
final class ListCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TARGET",
      index = "0",
      converter = TargetArgument.Converter.class,
      description = Remote.SERVER)
  private TargetArgument server;

  @Parameters(
      paramLabel = "PREFIX",
      index = "1",
      arity = "0..1",
      defaultValue = "",
      description = "Only names that begin with this.")
  private String prefix;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Blob blob : Remote.call(server, "list " + server, client -> client.list(prefix))) {
      out.printf("%,16d  %s%n", blob.getSizeBytes(), Printable.text(blob.getName()));
    }
    out.flush();
    return 0;
  }
}
