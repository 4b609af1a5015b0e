// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import java.util.Map;

/**
 * One line that a worker process says, as JSON.
 *
 * @param text for the other end; mostly empty
 * @param figures of a round; mostly empty
 * @param failure what went wrong; empty if nothing did
 */
record Reply(String text, Map<String, Double> figures, String failure) {
  static Reply text(String text) {
    return new Reply(text, Map.of(), "");
  }

  static Reply figures(Map<String, Double> figures) {
    return new Reply("", figures, "");
  }

  static Reply failure(Exception reason) {
    return new Reply("", Map.of(), reason.toString());
  }
}
