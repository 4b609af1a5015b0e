// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * Carries a frame of the braid while no strand lives.
 *
 * @param frame the braid's, opaque here
 */
record BraidFrame(SessionKey key, Octets frame) implements SessionMessage {
  @Override
  public int type() {
    return Wire.BRAID;
  }

  @Override
  public void writeFields(TlvWriter out) {
    out.octets(Wire.TLV_FRAME, frame);
  }

  static BraidFrame read(SessionKey key, TlvReader fields) throws ProtocolException {
    Octets frame = Octets.of(new byte[0]);
    boolean present = false;
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_FRAME -> {
          frame = fields.once().octets(Wire.MAX_BRAID_FRAME_BYTES);
          present = true;
        }
        default -> fields.unknown();
      }
    }
    SessionMessage.require(present, "the braid's frame");
    return new BraidFrame(key, frame);
  }
}
