// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import static io.sennit.roce.cm.QueuePairTerms.high24;
import static io.sennit.roce.cm.QueuePairTerms.low8;

import java.nio.ByteBuffer;

/**
 * REP: the service is there, and this is its queue pair.
 *
 * @param adapterId of the replying adapter
 */
record ConnectReply(CmHeader header, long adapterId, QueuePairTerms terms, PrivateData privateData)
    implements CmMessage {
  private static final int QUEUE_PAIR_AT = Mad.BODY_AT + 12;
  private static final int PSN_AT = Mad.BODY_AT + 20;
  private static final int RESOURCES_AT = Mad.BODY_AT + 24;
  private static final int DEPTH_AT = Mad.BODY_AT + 25;
  private static final int RNR_AT = Mad.BODY_AT + 27;
  private static final int ADAPTER_AT = Mad.BODY_AT + 28;
  private static final int PRIVATE_AT = Mad.BODY_AT + 36;
  private static final int SHARED_RECEIVES = 0x10;

  void write(ByteBuffer mad) {
    mad.putInt(QUEUE_PAIR_AT, terms.queuePair() << 8);
    mad.putInt(PSN_AT, terms.startingPsn() << 8);
    mad.put(RESOURCES_AT, (byte) terms.responderResources());
    mad.put(DEPTH_AT, (byte) terms.initiatorDepth());
    mad.put(RNR_AT, (byte) ((terms.rnrRetryCount() << 5) | SHARED_RECEIVES));
    mad.putLong(ADAPTER_AT, adapterId);
    privateData.write(mad.position(PRIVATE_AT));
  }

  static ConnectReply read(CmHeader header, ByteBuffer mad) {
    QueuePairTerms terms = new QueuePairTerms(
        high24(mad, QUEUE_PAIR_AT),
        high24(mad, PSN_AT),
        low8(mad, RESOURCES_AT),
        low8(mad, DEPTH_AT),
        low8(mad, RNR_AT) >> 5);
    PrivateData privateData = PrivateData.read(mad.position(PRIVATE_AT), PrivateData.REPLY_BYTES);
    return new ConnectReply(header, mad.getLong(ADAPTER_AT), terms, privateData);
  }
}
