// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.benchmarks.harness.Place;
import io.sennit.benchmarks.harness.Role;
import java.util.List;

/** Client and server have a processor each, so that who makes the calls takes nothing of either. */
final class ApartPlace implements Place {
  static final String NAME = "a processor each";

  @Override
  public List<String> prefix(String program, Role role) {
    return List.of("taskset", "-c", role == Role.NEAR ? "0" : "1");
  }

  @Override
  public void begin(String workload, long nanos) {}

  @Override
  public void end() {}

  @Override
  public void close() {}
}
