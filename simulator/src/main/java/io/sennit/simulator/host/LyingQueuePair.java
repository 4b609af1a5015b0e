// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;

/** A queue pair whose SENDs pass a {@link LyingMouth}; everything else is the queue pair's own. */
record LyingQueuePair(QueuePair queuePair, LyingMouth mouth) implements QueuePair {
  @Override
  public PostStatus post(WorkRequest request) {
    boolean frame = request.opcode() == Opcode.SEND && request.length() >= Lies.HEADER_BYTES;
    return frame ? mouth.say(queuePair, request) : queuePair.post(request);
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
    queuePair.prepareToReceive(remoteAddress);
  }

  @Override
  public void readyToSend() {
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
  public int mtuBytes() {
    return queuePair.mtuBytes();
  }

  @Override
  public int pathMtuBytes() {
    return queuePair.pathMtuBytes();
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
