// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** Configurations with one thing changed. */
final class Configs {
  private Configs() {}

  static StreamConfig windows(int bytes, int messages, long sessionBytes) {
    StreamConfig all = StreamConfig.defaults();
    return new StreamConfig(
        all.eagerBytes(),
        bytes,
        messages,
        sessionBytes,
        all.readyBytes(),
        all.sessionQueuedBytes(),
        all.maxQueuedBytes(),
        all.aheadBytes(),
        all.maxOpenCalls(),
        all.maxPendingCalls(),
        all.maxMetadataBytes(),
        all.maxReorderMessages(),
        all.drainNanos(),
        all.maxInboundMessageBytes());
  }

  static StreamConfig calls(int maxOpen, int maxPending, long maxQueuedBytes) {
    StreamConfig all = StreamConfig.defaults();
    return new StreamConfig(
        all.eagerBytes(),
        all.windowBytes(),
        all.windowMessages(),
        all.sessionWindowBytes(),
        Math.min(all.readyBytes(), maxQueuedBytes),
        all.sessionQueuedBytes(),
        maxQueuedBytes,
        all.aheadBytes(),
        maxOpen,
        maxPending,
        all.maxMetadataBytes(),
        all.maxReorderMessages(),
        all.drainNanos(),
        all.maxInboundMessageBytes());
  }
}
