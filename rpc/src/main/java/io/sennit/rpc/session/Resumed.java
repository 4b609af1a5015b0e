// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** The server has taken the new stream as the session's lifeline. */
record Resumed(SessionKey key) implements SessionMessage {
  @Override
  public int type() {
    return Wire.RESUMED;
  }

  @Override
  public void writeFields(TlvWriter out) {
    // It has none.
  }

  static Resumed read(SessionKey key, TlvReader fields) throws ProtocolException {
    while (fields.next()) {
      fields.unknown();
    }
    return new Resumed(key);
  }
}
