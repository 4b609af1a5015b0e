// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * PING, or the PONG that answers it with the same nonce.
 *
 * @param type {@link Wire#PING} or {@link Wire#PONG}
 */
record Echo(int type, SessionKey key, long nonce) implements SessionMessage {
  @Override
  public void writeFields(TlvWriter out) {
    out.u64(Wire.TLV_NONCE, nonce);
  }

  static Echo read(int type, SessionKey key, TlvReader fields) throws ProtocolException {
    long nonce = 0;
    boolean present = false;
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_NONCE -> {
          nonce = fields.once().u64();
          present = true;
        }
        default -> fields.unknown();
      }
    }
    SessionMessage.require(present, "the nonce");
    return new Echo(type, key, nonce);
  }
}
