// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.roce.PeerAttributes;
import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.roce.wire.IpAddress;

/**
 * What a queue pair is to be connected to, after both sides have said what they can.
 *
 * @param address the peer's
 * @param queuePair its number
 * @param sendPsn of the first request from here, which the peer has chosen
 * @param receivePsn of the first request of the peer, which this side has chosen
 * @param mtuBytes the path MTU
 * @param initiatorDepth READs and atomics that may be under way from here, 0 if the peer answers
 *     none
 * @param responderResources READs and atomics of the peer that are to be answered at a time
 * @param ackTimeout how long to wait for an acknowledgement, 4.096 µs · 2^n
 * @param retryCount how often to repeat then
 * @param rnrRetryCount how often to repeat where the peer has no receive; 7 is for ever
 */
public record RemoteEnd(
    IpAddress address,
    int queuePair,
    int sendPsn,
    int receivePsn,
    int mtuBytes,
    int initiatorDepth,
    int responderResources,
    int ackTimeout,
    int retryCount,
    int rnrRetryCount) {
  /** 4.3 s: a peer cannot make this side wait longer for an acknowledgement, or for ever (0). */
  private static final int MOST_ACK_TIMEOUT = 20;

  /** What a peer that asks is, to a side that has these terms. */
  static RemoteEnd ofRequester(ConnectRequest request, QueuePairTerms own) {
    return of(request.origin().source(), request.terms(), request.path(), own);
  }

  /** What a peer that has replied is, to the side that had asked. */
  static RemoteEnd ofReplier(ConnectReply reply, ConnectRequest own) {
    return of(own.origin().destination(), reply.terms(), own.path(), own.terms());
  }

  private static RemoteEnd of(
      IpAddress address, QueuePairTerms peer, RequestTerms path, QueuePairTerms own) {
    return new RemoteEnd(
        address,
        peer.queuePair(),
        peer.startingPsn(),
        own.startingPsn(),
        path.mtuBytes(),
        Math.min(own.initiatorDepth(), peer.responderResources()),
        Math.min(own.responderResources(), peer.initiatorDepth()),
        path.ackTimeout(),
        path.retryCount(),
        peer.rnrRetryCount());
  }

  /** The same for an engine's queue pair, which answers one READ at a time in any case. */
  public PeerAttributes attributes() {
    int timeout = ackTimeout == 0 ? MOST_ACK_TIMEOUT : Math.min(ackTimeout, MOST_ACK_TIMEOUT);
    return new PeerAttributes(
        queuePair,
        receivePsn,
        mtuBytes,
        initiatorDepth,
        Math.max(1, responderResources),
        new Retries(timeout, retryCount, rnrRetryCount, Retries.USUAL.rnrTimer()));
  }
}
