// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import static io.sennit.roce.cm.QueuePairTerms.high24;
import static io.sennit.roce.cm.QueuePairTerms.low8;

import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;

/**
 * REQ: somebody wants to connect to a service.
 *
 * @param service 64 bits; RDMA CM's are a prefix and a port number
 * @param origin from where to where; the addresses in it are those of the path
 * @param terms the requester's queue pair
 * @param path what the requester decides for both
 * @param timing how long the requester waits for answers
 */
record ConnectRequest(
    CmHeader header,
    long service,
    Origin origin,
    QueuePairTerms terms,
    RequestTerms path,
    CmTiming timing,
    PrivateData privateData)
    implements CmMessage {
  /** The services of RDMA CM's port space TCP, port 0. */
  static final long IP_SERVICE = 0x0106_0000L;

  private static final int SERVICE_AT = Mad.BODY_AT + 8;
  private static final int ADAPTER_AT = Mad.BODY_AT + 16;
  private static final int QUEUE_PAIR_AT = Mad.BODY_AT + 32;
  private static final int DEPTH_AT = Mad.BODY_AT + 36;
  private static final int REMOTE_TIMEOUT_AT = Mad.BODY_AT + 40;
  private static final int PSN_AT = Mad.BODY_AT + 44;
  private static final int PARTITION_AT = Mad.BODY_AT + 48;
  private static final int MTU_AT = Mad.BODY_AT + 50;
  private static final int RETRIES_AT = Mad.BODY_AT + 51;
  private static final int LIDS_AT = Mad.BODY_AT + 52;
  private static final int GIDS_AT = Mad.BODY_AT + 56;
  private static final int RATE_AT = Mad.BODY_AT + 88;
  private static final int HOPS_AT = Mad.BODY_AT + 93;
  private static final int ACK_TIMEOUT_AT = Mad.BODY_AT + 95;
  private static final int ADDRESSES_AT = Mad.BODY_AT + 140;

  private static final int PARTITION = 0xffff;
  private static final int NO_LIDS = -1;
  private static final int RATE_10_GBIT = 3;
  private static final int HOPS = 64;
  private static final int SHARED_RECEIVES = 0x08;
  private static final int TRANSPORT_MASK = 0x06;

  /** Whether it is for a service that RDMA CM's TCP port space can name. */
  int port() {
    return (int) service & 0xffff;
  }

  void write(ByteBuffer mad) {
    mad.putLong(SERVICE_AT, service);
    mad.putLong(ADAPTER_AT, origin.adapterId());
    mad.putInt(QUEUE_PAIR_AT, (terms.queuePair() << 8) | terms.responderResources());
    mad.put(DEPTH_AT + 3, (byte) terms.initiatorDepth());
    mad.put(REMOTE_TIMEOUT_AT + 3, (byte) (timing.timeout() << 3));
    mad.putInt(PSN_AT, (terms.startingPsn() << 8) | (timing.timeout() << 3) | path.retryCount());
    mad.putShort(PARTITION_AT, (short) PARTITION);
    mad.put(MTU_AT, (byte) ((path.mtuCode() << 4) | terms.rnrRetryCount()));
    mad.put(RETRIES_AT, (byte) ((timing.retries() << 4) | SHARED_RECEIVES));
    mad.putInt(LIDS_AT, NO_LIDS);
    writeGid(mad, GIDS_AT, origin.source());
    writeGid(mad, GIDS_AT + 16, origin.destination());
    mad.putInt(RATE_AT, RATE_10_GBIT);
    mad.put(HOPS_AT, (byte) HOPS);
    mad.put(ACK_TIMEOUT_AT, (byte) (path.ackTimeout() << 3));
    mad.position(ADDRESSES_AT);
    origin.write(mad);
    privateData.write(mad);
  }

  private static void writeGid(ByteBuffer mad, int at, IpAddress address) {
    mad.putLong(at, address.high());
    mad.putLong(at + 8, address.low());
  }

  /**
   * Reads one.
   *
   * @throws Unacceptable with the reason for the peer if it asks for what is not spoken here
   * @throws IllegalArgumentException if it makes no sense
   */
  static ConnectRequest read(CmHeader header, ByteBuffer mad) throws Unacceptable {
    long service = mad.getLong(SERVICE_AT);
    if ((service & ~0xffffL) != IP_SERVICE) {
      throw new Unacceptable(RejectReason.INVALID_SERVICE_ID);
    }
    if ((low8(mad, REMOTE_TIMEOUT_AT + 3) & TRANSPORT_MASK) != 0) {
      throw new Unacceptable(RejectReason.INVALID_TRANSPORT_TYPE);
    }
    Origin addresses = Origin.read(mad.position(ADDRESSES_AT), mad.getLong(ADAPTER_AT));
    IpAddress source = readGid(mad, GIDS_AT);
    Origin origin = new Origin(
        addresses.adapterId(), source, readGid(mad, GIDS_AT + 16), addresses.sourcePort());
    return new ConnectRequest(
        header,
        service,
        origin,
        new QueuePairTerms(
            high24(mad, QUEUE_PAIR_AT),
            high24(mad, PSN_AT),
            low8(mad, QUEUE_PAIR_AT + 3),
            low8(mad, DEPTH_AT + 3),
            low8(mad, MTU_AT) & 7),
        new RequestTerms(
            RequestTerms.mtuBytes(low8(mad, MTU_AT) >> 4),
            low8(mad, ACK_TIMEOUT_AT) >> 3,
            low8(mad, PSN_AT + 3) & 7),
        new CmTiming(low8(mad, PSN_AT + 3) >> 3, low8(mad, RETRIES_AT) >> 4),
        PrivateData.read(mad, PrivateData.REQUEST_BYTES));
  }

  private static IpAddress readGid(ByteBuffer mad, int at) {
    return new IpAddress(mad.getLong(at), mad.getLong(at + 8));
  }
}
