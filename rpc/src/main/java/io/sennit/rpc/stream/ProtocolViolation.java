// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** The peer broke the protocol in a way that a correct peer cannot: the session ends. */
final class ProtocolViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolViolation(String message) {
    super(message, null, false, false); // A hostile peer shall not make us walk stacks.
  }
}
