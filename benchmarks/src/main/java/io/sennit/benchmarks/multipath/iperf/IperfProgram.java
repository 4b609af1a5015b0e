// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.iperf;

import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Role;
import io.sennit.benchmarks.multipath.Setup;

/** Flows from the far end to the near one, by an {@code iperf3} at either. */
public final class IperfProgram implements Program {
  private final int port;

  /** @param port where its server listens */
  public IperfProgram(int port) {
    this.port = port;
  }

  @Override
  public Link open(String setup, Role role) {
    return role == Role.NEAR ? new IperfNear(Setup.parse(setup), port) : new IperfFar(port);
  }
}
