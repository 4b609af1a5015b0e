// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.PortEvent;
import java.util.Optional;

/** Passes everything through. */
class DefectiveChannel implements CompletionChannel {
  private final CompletionChannel inner;

  DefectiveChannel(CompletionChannel inner) {
    this.inner = inner;
  }

  static CompletionChannel unwrap(CompletionChannel channel) {
    return channel instanceof DefectiveChannel defective ? defective.inner : channel;
  }

  @Override
  public boolean await(long timeoutNanos) {
    return inner.await(timeoutNanos);
  }

  @Override
  public Optional<PortEvent> takePortEvent() {
    return inner.takePortEvent();
  }

  @Override
  public void wake() {
    inner.wake();
  }

  @Override
  public void close() {
    inner.close();
  }
}
