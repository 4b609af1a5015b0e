// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * The server could not complete the rendezvous that the client answered; the client tries its next.
 *
 * @param skipped which, and why
 */
record Decline(SessionKey key, Skipped skipped) implements SessionMessage {
  @Override
  public int type() {
    return Wire.DECLINE;
  }

  @Override
  public void writeFields(TlvWriter out) {
    out.text(Wire.TLV_NAME, skipped.provider(), Wire.MAX_NAME_BYTES);
    out.text(Wire.TLV_REASON, skipped.reason(), Wire.MAX_REASON_BYTES);
  }

  static Decline read(SessionKey key, TlvReader fields) throws ProtocolException {
    return new Decline(key, Skipped.read(fields));
  }
}
