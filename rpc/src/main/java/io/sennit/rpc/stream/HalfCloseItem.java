// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** The end of a client's messages. */
final class HalfCloseItem extends OutItem {
  HalfCloseItem(Outbound stream) {
    super(stream);
  }

  @Override
  long heapBytes() {
    return 0; // It counts as part of its call.
  }

  @Override
  boolean prepare(boolean first) {
    return true;
  }

  @Override
  boolean fits(MessageBuilder message) {
    return message.room() >= 0;
  }

  @Override
  boolean encode(MessageBuilder message) {
    message.frame(Wire.HALF_CLOSE, 0, 0);
    return true;
  }

  @Override
  void discard() {}
}
