// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;

/** A packet on its way. */
final class Copy {
  private final byte[] bytes;
  private final int segmentIndex;
  private final Ends ends;

  /**
   * Makes one.
   *
   * @param bytes from the BTH to the CRC
   * @param segmentIndex its position in the burst that it was sent in
   */
  Copy(byte[] bytes, int segmentIndex, Ends ends) {
    this.bytes = bytes;
    this.segmentIndex = segmentIndex;
    this.ends = ends;
  }

  /** From where to where. */
  record Ends(IpAddress source, int sourcePort, IpAddress destination, int destinationPort) {
    Ends from(IpAddress otherSource, int otherPort) {
      return new Ends(otherSource, otherPort, destination, destinationPort);
    }
  }

  Copy with(byte[] others) {
    return new Copy(others, segmentIndex, ends);
  }

  Copy with(Ends others) {
    return new Copy(bytes, segmentIndex, others);
  }

  byte[] bytes() {
    return bytes;
  }

  int segmentIndex() {
    return segmentIndex;
  }

  Ends ends() {
    return ends;
  }
}
