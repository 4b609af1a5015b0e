// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** The peer's bytes break the rules of docs/WIRE.md; the message says which. */
final class ProtocolException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RefuseCode code;

  ProtocolException(String message) {
    this(RefuseCode.PROTOCOL, message);
  }

  ProtocolException(RefuseCode code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  RefuseCode code() {
    return code;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
