// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;

/** The inner loop of every state machine here: bytes in, messages out, in order. */
final class MessagePump {
  /** Takes messages until it does not want more of them. */
  interface Sink {
    void onMessage(SessionMessage message) throws ProtocolException;

    boolean wantsMore();
  }

  private MessagePump() {}

  /** Feeds bytes; what the sink did not want stays in the reader or in {@code bytes}. */
  static void feed(FrameReader reader, ByteBuffer bytes, Sink sink) throws ProtocolException {
    do {
      reader.take(bytes);
      while (sink.wantsMore()) {
        SessionMessage message = reader.next();
        if (message == null) {
          break;
        }
        sink.onMessage(message);
      }
    } while (bytes.hasRemaining() && sink.wantsMore());
  }
}
