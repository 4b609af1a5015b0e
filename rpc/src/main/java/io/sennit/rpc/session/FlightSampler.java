// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.SessionsMXBean;
import jdk.jfr.FlightRecorder;

/** Shows paths to Java Flight Recorder; not loaded where {@code jdk.jfr} is missing. */
final class FlightSampler {
  private FlightSampler() {}

  static void register(SessionsMXBean sessions) {
    if (FlightRecorder.isAvailable()) {
      FlightRecorder.addPeriodicEvent(PathQualityEvent.class, () -> sample(sessions));
    }
  }

  /** Records every path, if anybody records them. */
  static void sample(SessionsMXBean sessions) {
    sessions.getPaths().forEach(path -> new PathQualityEvent(path).commit());
  }
}
