// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Role;

/** Verbs over the provider {@code roce}. */
final class SennitProgram implements Program {
  SennitProgram() {}

  @Override
  public Link open(String setup, Role role) {
    return new SennitLink(SennitSetup.valueOf(setup), role);
  }

  /** The ends have an address each. */
  static String address(Role role) {
    return role == Role.NEAR ? "127.0.0.1" : "127.0.0.2";
  }
}
