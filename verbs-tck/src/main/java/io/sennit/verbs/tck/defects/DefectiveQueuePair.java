// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;

/** Passes everything through, with the decorated regions. */
class DefectiveQueuePair implements QueuePair {
  private final QueuePair inner;
  private final DefectiveDomain domain;

  DefectiveQueuePair(QueuePair inner, DefectiveDomain domain) {
    this.inner = inner;
    this.domain = domain;
  }

  final QueuePair inner() {
    return inner;
  }

  final DefectiveDomain domain() {
    return domain;
  }

  @Override
  public int number() {
    return inner.number();
  }

  @Override
  public QueuePairState state() {
    return inner.state();
  }

  @Override
  public byte[] address() {
    return inner.address();
  }

  @Override
  public void connect(byte[] remoteAddress) {
    inner.connect(remoteAddress);
  }

  @Override
  public void prepareToReceive(byte[] remoteAddress) {
    inner.prepareToReceive(remoteAddress);
  }

  @Override
  public void readyToSend() {
    inner.readyToSend();
  }

  @Override
  public void drain() {
    inner.drain();
  }

  @Override
  public boolean isDrained() {
    return inner.isDrained();
  }

  @Override
  public PostStatus post(WorkRequest request) {
    return inner.post(Requests.copy(request));
  }

  @Override
  public int outstanding() {
    return inner.outstanding();
  }

  @Override
  public void toError() {
    inner.toError();
  }

  @Override
  public boolean destroy() {
    return inner.destroy();
  }
}
