// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** The sender has connected its halves of the strands; the server says it first. */
record Ready(SessionKey key) implements SessionMessage {
  @Override
  public int type() {
    return Wire.READY;
  }

  @Override
  public void writeFields(TlvWriter out) {
    // It has none.
  }

  static Ready read(SessionKey key, TlvReader fields) throws ProtocolException {
    while (fields.next()) {
      fields.unknown();
    }
    return new Ready(key);
  }
}
