// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.List;

/** Where the processes of a case run, and what happens there during a round. Used by one thread. */
public interface Place extends AutoCloseable {
  /** This host, where nothing happens. */
  Place HERE = new Place() {
    @Override
    public List<String> prefix(String program, Role role) {
      return List.of();
    }

    @Override
    public void begin(String workload, long nanos) {}

    @Override
    public void end() {}

    @Override
    public void close() {}
  };

  /** What stands before the command line of an end of a program, so that it runs there. */
  List<String> prefix(String program, Role role);

  /** A round begins now; returns at once. */
  void begin(String workload, long nanos);

  /** The round is over; returns when nothing happens any more and all is as it was. */
  void end();

  @Override
  void close();
}
