// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Metadata;
import io.sennit.rpc.stream.MessageLimit;

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

  /** A message's flag and length, with which gRPC's framer begins it. */
  private static final int PREFIX_BYTES = 5;

  private CallFrame() {}

  /** The engine's limit for messages of at most this many bytes. */
  static MessageLimit limitFor(int maxMessageBytes) {
    return new MessageLimit(maxMessageBytes, PREFIX_BYTES, FRAMING_SLACK_BYTES);
  }
}
