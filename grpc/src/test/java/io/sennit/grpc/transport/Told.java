// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Events in the order in which a listener heard them, each to be waited for. */
final class Told {
  private static final long PATIENCE_SECONDS = 20;

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  void add(String event) {
    events.add(event);
  }

  /** The next event must be this one. */
  void await(String expected) throws InterruptedException {
    String event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!expected.equals(event)) {
      throw new AssertionError(
          "expected '" + expected + "', heard '" + event + "', then " + events);
    }
  }
}
