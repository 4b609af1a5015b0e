// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.sennit.examples.blobs.v1.StatResponse;
import io.sennit.tools.spi.TargetArgument;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sennit blobs stat}. */
@Command(name = "stat", description = "Show the size and time of one file.")
final class StatCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TARGET",
      index = "0",
      converter = TargetArgument.Converter.class,
      description = Remote.SERVER)
  private TargetArgument server;

  @Parameters(paramLabel = "NAME", index = "1", description = "The file's name there.")
  private String name;

  @Override
  public Integer call() {
    StatResponse stat =
        Remote.call(server, "stat '" + name + "' at " + server, client -> client.stat(name));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%,d bytes, modified %s%n",
        stat.getSizeBytes(), Instant.ofEpochMilli(stat.getModifiedEpochMillis()));
    out.flush();
    return 0;
  }
}
