// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Role;

/** gRPC's calls over one carrier or another. */
final class GrpcProgram implements Program {
  private final Flows flows;

  GrpcProgram(Flows flows) {
    this.flows = flows;
  }

  @Override
  public Link open(String setup, Role role) {
    Setup asked = Setup.parse(setup);
    return role == Role.NEAR ? new GrpcNear(flows, asked) : new GrpcFar(flows, asked);
  }
}
