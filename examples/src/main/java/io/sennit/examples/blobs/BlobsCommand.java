// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.sennit.tools.spi.Command;

/** {@code sennit blobs}: serves a directory, and moves files to and from one that is served. */
@picocli.CommandLine.Command(
    name = "blobs",
    description = "Serve the files of a directory, and get, put and list them.",
    subcommands = {
      ServeCommand.class,
      GetCommand.class,
      PutCommand.class,
      ListCommand.class,
      StatCommand.class
    })
public final class BlobsCommand implements Command {
  /** Made by the service loader. */
  public BlobsCommand() {}

  @Override
  public Object command() {
    return this;
  }
}
