// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * Frames of calls that have ended here: ignored, but for what they carry. The peer gets back the
 * memory it offered, and the session's window the room that they took.
 */
final class Stale {
  private Stale() {}

  static void dropAll(MessageView message, Engine engine) {
    while (message.next()) {
      drop(message, engine);
    }
  }

  /** Drops a message that was kept unread; a violation in it does not stop the call from ending. */
  static void dropKept(ReorderStore.Kept kept, Engine engine) {
    try {
      dropAll(kept.view(engine.keptView()), engine);
    } catch (ProtocolViolation violation) {
      engine.violated(violation);
    }
  }

  static void drop(MessageView frame, Engine engine) {
    switch (frame.type()) {
      case Wire.MESSAGE_LENT, Wire.GRANT -> engine.cord().decline(frame.spanAt(0));
      case Wire.MESSAGE -> {
        long bytes = frame.longAt(0);
        if (bytes < 0 || bytes > StreamConfig.MAX_EAGER_BYTES || !engine.arriveInSession(bytes)) {
          throw new ProtocolViolation("more is sent on an ended call than was allowed");
        }
      }
      default -> {}
    }
  }
}
