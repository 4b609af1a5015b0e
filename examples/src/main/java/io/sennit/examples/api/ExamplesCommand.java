// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import io.sennit.tools.spi.Command;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Parameters;

/** {@code sennit examples}: runs one of the short programs of the native API. */
@picocli.CommandLine.Command(
    name = "examples",
    description = {
      "Run one of the short programs that show the native API, server and client in one process.",
      "Their sources are in examples/src/main/java/io/sennit/examples/api."
    })
public final class ExamplesCommand implements Command, Callable<Integer> {
  private interface Program {
    void run(PrintStream out) throws Exception;
  }

  /** The programs, in the order in which they are best read. */
  enum Example {
    ECHO("Echo", Echo::run),
    LATER("Later", Later::run),
    STREAMS("Streams", Streams::run),
    INTO_MY_MEMORY("IntoMyMemory", IntoMyMemory::run),
    REMOTE_COUNTERS("RemoteCounters", RemoteCounters::run),
    WHEN_THINGS_GO_WRONG("WhenThingsGoWrong", WhenThingsGoWrong::run);

    private final String className;

    @SuppressWarnings("ImmutableEnumChecker") // A reference to a static method holds no state.
    private final Program program;

    Example(String className, Program program) {
      this.className = className;
      this.program = program;
    }

    void run(PrintStream out) throws Exception {
      program.run(out);
    }

    /** What a person types and reads. */
    @Override
    public String toString() {
      return className;
    }
  }

  @Parameters(paramLabel = "EXAMPLE", description = "One of ${COMPLETION-CANDIDATES}.")
  private Example example;

  /** Made by the service loader. */
  public ExamplesCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() throws Exception {
    example.run(System.out);
    return 0;
  }
}
