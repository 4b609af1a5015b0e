// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * One end of a connection. First the ends come together by {@link #hear}, then they work, any
 * number of times. Used by one thread.
 */
public interface Link extends AutoCloseable {
  /**
   * What the other end says, answered. The near end speaks first, in answer to nothing; who answers
   * nothing ends it.
   */
  String hear(String said) throws Exception;

  /**
   * At the far end: does what the near end's work needs, until told to stop.
   *
   * @param workload as a {@link Case} names it
   * @param stopped asked often
   * @return what was measured here, by the names of the metrics; mostly nothing
   */
  Map<String, Double> serve(String workload, BooleanSupplier stopped) throws Exception;

  /**
   * At the near end: works for about so long and leaves nothing under way.
   *
   * @param stopped asked often; the round is worthless if it was true
   * @return what was measured, by the names of the metrics
   */
  Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped) throws Exception;

  @Override
  void close();
}
