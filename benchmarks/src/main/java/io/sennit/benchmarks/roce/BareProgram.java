// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Role;

/** Bare UDP by the provider's own system calls. */
final class BareProgram implements Program {
  BareProgram() {}

  @Override
  public Link open(String setup, Role role) {
    return new BareLink(role);
  }
}
