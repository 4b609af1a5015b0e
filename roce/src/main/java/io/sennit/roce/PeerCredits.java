// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Psn;

/**
 * IBTA's end-to-end flow control, towards peers that are not Sennit: how many messages the peer has
 * receives for, as its acknowledgements say. What takes no receive is not held up. Of the first
 * message beyond the limit one packet may be sent, and asks for an answer, so that nothing depends
 * on the peer's telling of new receives by itself.
 *
 * <p>Messages are numbered from 1, in 24 bits. A peer with a shared receive queue gives no credits
 * and sets no limit; nor does Linux' rxe.
 */
final class PeerCredits {
  /** What the codes 0 to 30 stand for. */
  private static final int[] COUNTS = {
    0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048,
    3072, 4096, 6144, 8192, 12_288, 16_384, 24_576, 32_768
  };

  private boolean limited;

  /** The last message that the peer has a receive for, or needs none. */
  private int limit;

  /** @param limited whether there is no more than one packet to be sent before the first answer */
  PeerCredits(boolean limited) {
    this.limited = limited;
  }

  /**
   * What an acknowledgement says.
   *
   * @param syndrome a positive one
   * @param messages how many the peer has completed
   */
  void hear(int syndrome, int messages) {
    int code = Aeth.credits(syndrome);
    if (code == COUNTS.length) {
      limited = false;
      return;
    }
    int told = Psn.plus(messages, COUNTS[code]);
    // An acknowledgement that was overtaken takes nothing back.
    limit = !limited || Psn.minus(told, limit) > 0 ? told : limit;
    limited = true;
  }

  /** Whether a packet may be sent, as far as credits go. */
  boolean admits(SendEntry entry, int index, int unacknowledgedPsn) {
    return !isBeyond(entry)
        || (Psn.minus(entry.message, limit) == 1
            && (index == 0 || Psn.minus(unacknowledgedPsn, entry.firstPsn) > 0));
  }

  /** Whether the peer is not known to have a receive for a message, so that it is to answer. */
  boolean isBeyond(SendEntry entry) {
    return limited && entry.takesReceive() && Psn.minus(entry.message, limit) > 0;
  }

  /** A message begins to be sent; one that takes no receive takes no credit. */
  void begin(SendEntry entry) {
    limit = entry.takesReceive() ? limit : Psn.plus(limit, 1);
  }
}
