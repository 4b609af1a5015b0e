// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** Who has a connection; told of what happens to it. What a callback throws ends the connection. */
public interface CmHandler {
  /** Both sides are ready; the peer's private data is there. Called at most once. */
  void established(CmConnection connection);

  /**
   * The connection is over, or came to nothing. Called exactly once, nothing follows. The queue
   * pair is still what it was: destroy it.
   */
  void ended(CmConnection connection, CmEnd end);
}
