// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;

/** A queue pair for which the heap may be full; everything else is the queue pair's own. */
record HeapQueuePair(QueuePair queuePair, FullHeap heap) implements QueuePair {
  @Override
  public PostStatus post(WorkRequest request) {
    heap.call();
    return queuePair.post(request);
  }

  @Override
  public int number() {
    return queuePair.number();
  }

  @Override
  public QueuePairState state() {
    return queuePair.state();
  }

  @Override
  public byte[] address() {
    return queuePair.address();
  }

  @Override
  public void prepareToReceive(byte[] remoteAddress) {
    heap.call();
    queuePair.prepareToReceive(remoteAddress);
  }

  @Override
  public void readyToSend() {
    heap.call();
    queuePair.readyToSend();
  }

  @Override
  public int outstanding() {
    return queuePair.outstanding();
  }

  @Override
  public long roundTripNanos() {
    return queuePair.roundTripNanos();
  }

  @Override
  public long deliveryRateBytesPerSecond() {
    return queuePair.deliveryRateBytesPerSecond();
  }

  @Override
  public long answeredBytes() {
    return queuePair.answeredBytes();
  }

  @Override
  public void toError() {
    queuePair.toError();
  }

  @Override
  public boolean destroy() {
    return queuePair.destroy();
  }
}
