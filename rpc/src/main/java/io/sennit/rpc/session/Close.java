// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * The sender has ended the session; last frame of its direction.
 *
 * @param orderly whether it was drained; false: it was broken off
 * @param reason a sentence for people
 */
record Close(SessionKey key, boolean orderly, String reason) implements SessionMessage {
  private static final int ORDERLY = 0;
  private static final int BROKEN_OFF = 1;

  @Override
  public int type() {
    return Wire.CLOSE;
  }

  @Override
  public void writeFields(TlvWriter out) {
    out.u16(Wire.TLV_CODE, orderly ? ORDERLY : BROKEN_OFF);
    out.text(Wire.TLV_REASON, reason, Wire.MAX_REASON_BYTES);
  }

  static Close read(SessionKey key, TlvReader fields) throws ProtocolException {
    int code = BROKEN_OFF;
    String reason = "";
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_CODE -> code = fields.once().u16();
        case Wire.TLV_REASON -> reason = fields.once().text(Wire.MAX_REASON_BYTES);
        default -> fields.unknown();
      }
    }
    return new Close(key, code == ORDERLY, reason);
  }
}
