// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/** A flight recording of this process that says where its time goes; used by one thread. */
final class Profile {
  private static final Duration PERIOD = Duration.ofMillis(10);

  private @Nullable Recording recording;

  void start() {
    Recording started = new Recording();
    started.enable("jdk.ExecutionSample").withPeriod(PERIOD);
    started.enable("jdk.NativeMethodSample").withPeriod(PERIOD);
    started.start();
    recording = started;
  }

  /** Ends the recording and writes it. */
  void keep(String file) throws IOException {
    try (Recording done = recording) {
      if (done == null) {
        throw new IllegalStateException("nothing was recorded");
      }
      done.stop();
      done.dump(Path.of(file));
    }
    recording = null;
  }
}
