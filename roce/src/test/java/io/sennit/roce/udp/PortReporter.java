// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.PortEvent;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program that prints {@code ready}, then what happens to its ports, asleep meanwhile; it ends
 * when nothing happens for long.
 */
final class PortReporter {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private PortReporter() {}

  /** Argument: the address of the port; empty: one for each interface that is up. */
  public static void main(String[] args) {
    try (Device device = new RoceProvider().open(Map.of("addresses", args[0]));
        CompletionChannel channel = device.createCompletionChannel()) {
      report(channel);
      System.out.println("ready");
      while (channel.await(PATIENCE_NANOS)) {
        report(channel);
      }
    }
  }

  private static void report(CompletionChannel channel) {
    Optional<PortEvent> event = channel.takePortEvent();
    while (event.isPresent()) {
      PortEvent told = event.get();
      System.out.println(told.kind() + " " + told.port() + " " + told.mtuBytes());
      event = channel.takePortEvent();
    }
  }
}
