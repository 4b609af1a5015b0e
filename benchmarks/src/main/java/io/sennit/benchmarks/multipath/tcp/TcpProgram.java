// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.tcp;

import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Role;
import io.sennit.benchmarks.multipath.Setup;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A flow from the far end to the near one over one socket. */
public final class TcpProgram implements Program {
  /** Made by the benchmark. */
  public TcpProgram() {}

  @Override
  public Link open(String setup, Role role) {
    try {
      return role == Role.NEAR ? new TcpNear(Setup.parse(setup).server()) : new TcpFar();
    } catch (IOException e) {
      throw new UncheckedIOException("no socket", e);
    }
  }
}
