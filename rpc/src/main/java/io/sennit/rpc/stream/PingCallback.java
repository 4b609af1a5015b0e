// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.Optional;

/** The outcome of {@link Session#ping}. */
@FunctionalInterface
public interface PingCallback {
  /**
   * The answer came, or never will.
   *
   * @param roundTripNanos meaningless if there is a failure
   * @param failure why no answer came, if none came
   */
  void onPing(long roundTripNanos, Optional<String> failure);
}
