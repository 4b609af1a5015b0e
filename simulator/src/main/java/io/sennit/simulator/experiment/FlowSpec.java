// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

/**
 * So many bytes from one host to another.
 *
 * @param source number of a host
 * @param destination number of another host
 * @param bytes positive
 * @param startNanos when they are there to be sent
 */
public record FlowSpec(int source, int destination, long bytes, long startNanos) {
  public FlowSpec {
    if (source == destination || bytes < 1 || startNanos < 0) {
      throw new IllegalArgumentException("a flow of " + bytes + " bytes from host " + source
          + " to host " + destination + " at " + startNanos + " ns");
    }
  }
}
