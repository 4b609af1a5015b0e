// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import java.nio.ByteBuffer;

/**
 * DREQ: the connection shall end.
 *
 * @param remoteQueuePair that of who it is for
 */
record DisconnectRequest(CmHeader header, int remoteQueuePair) implements CmMessage {
  private static final int QUEUE_PAIR_AT = Mad.BODY_AT + 8;

  void write(ByteBuffer mad) {
    mad.putInt(QUEUE_PAIR_AT, remoteQueuePair << 8);
  }

  static DisconnectRequest read(CmHeader header, ByteBuffer mad) {
    return new DisconnectRequest(header, QueuePairTerms.high24(mad, QUEUE_PAIR_AT));
  }
}
