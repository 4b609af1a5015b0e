// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** A session that is coming up. Safe from any thread. */
public interface Connecting {
  /**
   * Ends the attempt, or the session that came of it; the listener hears the cause.
   *
   * @param cause a sentence
   */
  void cancel(String cause);
}
