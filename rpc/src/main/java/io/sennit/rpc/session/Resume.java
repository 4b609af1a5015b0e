// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * Client's first frame on a new stream for a session that lost its lifeline.
 *
 * @param token the one of WELCOME
 */
record Resume(SessionKey key, Octets token) implements SessionMessage {
  @Override
  public int type() {
    return Wire.RESUME;
  }

  @Override
  public void writeFields(TlvWriter out) {
    out.octets(Wire.TLV_TOKEN, token);
  }

  static Resume read(SessionKey key, TlvReader fields) throws ProtocolException {
    Octets token = Octets.of(new byte[0]);
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_TOKEN -> token = fields.once().octetsOf(Wire.TOKEN_BYTES);
        default -> fields.unknown();
      }
    }
    SessionMessage.require(token.size() > 0, "the token");
    return new Resume(key, token);
  }
}
