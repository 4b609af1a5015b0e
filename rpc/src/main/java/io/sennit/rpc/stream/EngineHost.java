// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** What an engine needs of the session around it. */
public interface EngineHost {
  /** Has the loop run the task soon; from any thread. */
  void execute(Runnable task);

  /**
   * The same, but never waits and never throws for want of room: false if the loop takes nothing
   * any more, or is busy and so will poll the engine anyway; from any thread, also under locks.
   */
  boolean offer(Runnable task);

  /** Carries a braid's frame over the lifeline, or drops it; on the loop thread. */
  void sendOnLifeline(byte[] frame);

  /** The strands carry nothing any more, as far as is known; on the loop thread. */
  default void onNothingCarried() {}

  /** The peer has told of other ports; on the loop thread. */
  default void onPeerPorts() {}

  /**
   * The session has ended, orderly or not; once, on the loop thread, after every call has ended.
   * The braid tears down inside {@link StreamEngine#poll}.
   *
   * @param cause the first cause, as a sentence
   * @param peerGone whether the peer's process has been proved dead
   */
  void onFailed(String cause, boolean peerGone);

  /**
   * Something was thrown that must not be, in what the engine was given by {@link #execute}; its
   * state may be half-changed, so the session is to end: by {@link StreamEngine#crash}, soon, on
   * the loop. May be called when there is no memory: allocates nothing, and does not throw.
   */
  void crashed(Throwable cause);

  /** Once, last: the braid has closed its domain. The engine needs no more polls. */
  void onClosed();
}
