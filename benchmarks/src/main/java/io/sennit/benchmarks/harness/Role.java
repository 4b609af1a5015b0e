// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/** Which of the two ends a process is. */
public enum Role {
  /** Starts the work and measures. */
  NEAR,
  /** Does what the other end's work needs of it. */
  FAR
}
