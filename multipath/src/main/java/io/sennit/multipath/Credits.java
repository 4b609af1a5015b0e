// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * How far each side may send. A limit is absolute ("up to, but without, this sequence"), so that a
 * repeated or reordered one is harmless. RNR is never used as flow control.
 */
final class Credits {
  /** What both sides may send before they have heard anything; a constant of the protocol. */
  static final int INITIAL = 128;

  /** The largest window any side may have; a limit further away than this is a lie. */
  static final int LARGEST_WINDOW = 4096;

  private final BraidConfig config;
  private final SequenceWindow window;
  private long next;
  private long limit = INITIAL;
  private long advertised = INITIAL;

  Credits(BraidConfig config, SequenceWindow window) {
    this.config = config;
    this.window = window;
  }

  /** Whether a message may be sent and {@code reserve} credits are left after it. */
  boolean hasMoreThan(int reserve) {
    return next < limit - reserve;
  }

  /** Takes the next own sequence; after {@link #hasMoreThan}. */
  long take() {
    assert next < limit : next;
    return next++;
  }

  /** Own sequences taken so far. */
  long next() {
    return next;
  }

  long limit() {
    return limit;
  }

  /**
   * The peer's limit as its header says it.
   *
   * @param peerWindow the size of its window, or the largest as long as that is not known
   * @throws Misplacement if it cannot be: no side has more than was sent
   */
  void hear(long peerLimit, long peerWindow) {
    if (peerLimit > next + peerWindow) {
      throw new Misplacement("credit limit " + peerLimit + " after " + next + " messages");
    }
    limit = Math.max(limit, peerLimit);
  }

  /** What to write into the next header. */
  long advertise() {
    advertised = window.end();
    return advertised;
  }

  /** Whether there is room that no message of ours has told the peer of. */
  boolean hasNews() {
    return window.end() > advertised;
  }

  /** Whether the peer has used half of what it was told, and no message of ours told it more. */
  boolean owes() {
    return window.end() - advertised >= config.windowMessages() / 2;
  }
}
