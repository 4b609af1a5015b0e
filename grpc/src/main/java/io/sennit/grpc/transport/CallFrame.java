// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Metadata;

/** Keys that the transport itself adds to a call's metadata, and bounds both ends share. */
final class CallFrame {
  /** The authority that the client called, which HTTP/2 sends as a pseudo-header. */
  static final Metadata.Key<String> AUTHORITY_KEY =
      Metadata.Key.of("sennit-authority", Metadata.ASCII_STRING_MARSHALLER);

  /**
   * What a frame of gRPC's framer may have beyond one message: a prefix, and the rest of a chunk
   * that the next message began in. gRPC's own check of the message, exact to the byte, follows.
   */
  static final int FRAMING_SLACK_BYTES = 64 * 1024;

  private CallFrame() {}

  /** The engine's limit for messages of at most this many bytes. */
  static long limitFor(int maxMessageBytes) {
    return (long) maxMessageBytes + FRAMING_SLACK_BYTES;
  }
}
