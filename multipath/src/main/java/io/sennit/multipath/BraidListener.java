// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;

/**
 * What a braid tells its user. Called on the owner thread, inside {@link Braid#poll} (and
 * {@link Braid#onLifelineFrame}); must not block. It may call the braid back. An exception out of
 * it ends the session.
 */
public interface BraidListener {
  /**
   * A message of the peer: exactly once per sequence, in any order.
   *
   * @param sequence the peer's number for it
   * @param frame begins with the frame; untrusted, read-only by contract, valid only during the
   *     call, and on the heap if it came over the lifeline; a peer on the same host may still
   *     change it, so a field is read once and then checked
   * @param length bytes of the frame; what comes behind them means nothing
   */
  void onMessage(long sequence, MemorySegment frame, int length);

  /** Sending may go on; once after {@link Braid#BACK_PRESSURED}. */
  void onWritable();

  /**
   * No strand carries anything, or ports have changed: carry this frame over the lifeline if there
   * is one, else drop it (the braid tries again while no strand carries anything).
   */
  void sendOnLifeline(byte[] frame);

  /**
   * No strand carries anything any more, as far as is known: the peer may be stopped, or be found
   * elsewhere. A good moment to see whether the lifeline works. Again and again while it is so.
   */
  default void onNothingCarried() {}

  /** The peer has told of ports that have come or moved: {@link Braid#onPort} of the other side. */
  default void onPeerPorts() {}

  /**
   * The session has ended; once. Teardown goes on inside {@link Braid#poll}.
   *
   * @param cause the first cause, as a sentence
   * @param peerGone whether the peer's process has been proved dead
   */
  void onFailed(String cause, boolean peerGone);

  /** Once, last: every strand is destroyed, everything leased is released, the domain is closed. */
  void onClosed();
}
