// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.foreign;

import io.sennit.roce.cm.CmQueuePair;
import io.sennit.roce.cm.CmRequest;
import io.sennit.roce.cm.QueuePairTerms;
import io.sennit.roce.cm.RemoteEnd;
import io.sennit.roce.cm.RequestTerms;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.QueuePair;

/**
 * A queue pair of an endpoint for peers that are not Sennit, of the domain that was made for the
 * connection's peer.
 *
 * @param endpoint whose it is
 * @param queuePair in INIT
 * @param readsAtATime READs and atomics, in each direction, 1 to 16
 */
public record ForeignQueuePair(ForeignEndpoint endpoint, QueuePair queuePair, int readsAtATime)
    implements CmQueuePair {
  private static final int RNR_RETRIES = 7;

  @Override
  public QueuePairTerms terms() {
    return new QueuePairTerms(
        queuePair.number(), endpoint.firstPsn(queuePair), readsAtATime, readsAtATime, RNR_RETRIES);
  }

  @Override
  public void connect(RemoteEnd remote) {
    IpAddress reachable = endpoint.engine().peerAddress(queuePair);
    if (!reachable.equals(remote.address())) {
      throw new IllegalArgumentException("the peer is " + remote.address()
          + ", but the queue pair is of the domain of " + reachable);
    }
    endpoint.engine().connect(queuePair, remote.attributes(), remote.sendPsn());
  }

  /** A request with it, for the largest path MTU of the link and verbs' usual patience. */
  public CmRequest request(int sourcePort) {
    int mtuBytes = endpoint.port().mtuBytes();
    return new CmRequest(sourcePort, this, new RequestTerms(mtuBytes, 14, 7));
  }
}
