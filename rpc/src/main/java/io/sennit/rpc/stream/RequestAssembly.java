// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** A REQUEST on its way in. */
final class RequestAssembly extends BlockAssembly {
  private final long timeoutNanos;

  RequestAssembly(long timeoutNanos, int textBytes, int blockBytes) {
    super(Wire.REQUEST, textBytes, blockBytes);
    this.timeoutNanos = timeoutNanos;
  }

  IncomingCall toCall() {
    return new IncomingCall(text(), metadata(), timeoutNanos);
  }
}
