// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.PathMtuHeader;

/** What the peer says of a path: which packets get from it to here, and what its link takes. */
final class PeerMtu {
  private int sendsBytes;
  private int portBytes;
  private int edition;
  private boolean heard;

  /** @param portBytes as the peer's port was announced */
  PeerMtu(int portBytes) {
    this.portBytes = portBytes;
  }

  /** What gets from it to here; 0 as long as it does not know. */
  int sendsBytes() {
    return sendsBytes;
  }

  /** What the link of its port takes. */
  int portBytes() {
    return portBytes;
  }

  /** What it knew was of queue pairs that are over. */
  void forget() {
    sendsBytes = 0;
    heard = false;
  }

  /** Takes what a packet says, unless another one said something newer. */
  void hear(Inbound in) {
    int said = PathMtuHeader.edition(in.packet, in.bth);
    if (heard && (short) (said - edition) < 0) {
      return;
    }
    heard = true;
    edition = said;
    portBytes = bounded(PathMtuHeader.portBytes(in.packet, in.bth));
    int sends = PathMtuHeader.sendsBytes(in.packet, in.bth);
    sendsBytes = sends == 0 ? 0 : bounded(sends);
  }

  /** A peer may say what it likes; what it may have is bounded. */
  private static int bounded(int bytes) {
    return Math.clamp(
            bytes / Bounds.MTU_UNIT_BYTES,
            Bounds.LEAST_MTU_BYTES / Bounds.MTU_UNIT_BYTES,
            Bounds.MOST_MTU_BYTES / Bounds.MTU_UNIT_BYTES)
        * Bounds.MTU_UNIT_BYTES;
  }
}
