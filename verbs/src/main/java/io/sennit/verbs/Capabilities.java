// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.util.Set;

/**
 * What a device can do; every number is a bound that the caller must keep.
 *
 * @param maxMessageBytes longest work request
 * @param maxInlineBytes longest payload that is copied at the post, so that its memory may be
 *     reused at once; 0 if none
 * @param maxSendDepth most outstanding work requests of one queue pair
 * @param maxReceiveDepth most receives of one shared receive queue
 * @param maxCompletionDepth deepest completion queue
 * @param maxScatterGather most local ranges of one SEND, WRITE or READ; 1 if it cannot gather
 * @param maxReceiveScatter most ranges of one receive; 1 if it cannot scatter
 * @param maxReadAtomic most READs, atomics, ATOMIC_WRITEs and FLUSHes outstanding on one queue
 *     pair; further ones queue
 * @param atomics whether COMPARE_AND_SWAP and FETCH_AND_ADD are supported
 * @param controlsCongestion whether the provider limits its own rate, so that the braid must not
 * @param features what else it can do
 */
public record Capabilities(
    int maxMessageBytes,
    int maxInlineBytes,
    int maxSendDepth,
    int maxReceiveDepth,
    int maxCompletionDepth,
    int maxScatterGather,
    int maxReceiveScatter,
    int maxReadAtomic,
    boolean atomics,
    boolean controlsCongestion,
    Set<Feature> features) {
  public Capabilities {
    features = Set.copyOf(features);
  }

  /** Those of a device without any {@link Feature}, and with one local range for each request. */
  public Capabilities(
      int maxMessageBytes,
      int maxInlineBytes,
      int maxSendDepth,
      int maxReceiveDepth,
      int maxCompletionDepth,
      int maxReadAtomic,
      boolean atomics,
      boolean controlsCongestion) {
    this(
        maxMessageBytes,
        maxInlineBytes,
        maxSendDepth,
        maxReceiveDepth,
        maxCompletionDepth,
        1,
        1,
        maxReadAtomic,
        atomics,
        controlsCongestion,
        Set.of());
  }

  /** The same but for the features. */
  public Capabilities with(Set<Feature> newFeatures) {
    return new Capabilities(
        maxMessageBytes,
        maxInlineBytes,
        maxSendDepth,
        maxReceiveDepth,
        maxCompletionDepth,
        maxScatterGather,
        maxReceiveScatter,
        maxReadAtomic,
        atomics,
        controlsCongestion,
        newFeatures);
  }

  /** The same but for how many local ranges a request and a receive may have. */
  public Capabilities withRanges(int newMaxScatterGather, int newMaxReceiveScatter) {
    return new Capabilities(
        maxMessageBytes,
        maxInlineBytes,
        maxSendDepth,
        maxReceiveDepth,
        maxCompletionDepth,
        newMaxScatterGather,
        newMaxReceiveScatter,
        maxReadAtomic,
        atomics,
        controlsCongestion,
        features);
  }

  /** Whether a feature is announced. */
  public boolean offers(Feature feature) {
    return features.contains(feature);
  }

  /**
   * Whether a request is well formed, and needs nothing but what is announced here; otherwise a
   * post is INVALID. Where its local memory is and what that allows is not looked at.
   */
  public boolean admits(WorkRequest request) {
    Opcode opcode = request.opcode();
    return opcode.postable()
        && announces(opcode)
        && (request.isSignalled() || offers(Feature.UNSIGNALLED))
        && request.ranges().size() <= mostRanges(opcode)
        && (request.localRegion() != null || request.length() == 0)
        && (!request.isInline() || !(opcode.fetches() || opcode.isLocal()))
        && isLengthRight(request);
  }

  /**
   * Whether a receive is well formed; otherwise its post is INVALID. So is one of more bytes than
   * an int counts, to which offsets within a message would not fit.
   */
  public boolean admits(ScatterGatherList receive) {
    return receive.size() >= 1
        && receive.size() <= maxReceiveScatter
        && receive.length() >= 0
        && receive.length() < Integer.MAX_VALUE;
  }

  private int mostRanges(Opcode opcode) {
    return switch (opcode) {
      case SEND, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE, WRITE, WRITE_WITH_IMMEDIATE, READ ->
        maxScatterGather;
      default -> 1;
    };
  }

  private boolean isLengthRight(WorkRequest request) {
    int length = request.length();
    return switch (request.opcode()) {
      case COMPARE_AND_SWAP, FETCH_AND_ADD -> length == Long.BYTES;
      case ATOMIC_WRITE ->
        length == Long.BYTES && (!request.isInline() || length <= maxInlineBytes);
      case FLUSH -> length == 0 && request.flushedBytes() >= 0;
      case BIND_WINDOW -> length > 0 && request.window() != null;
      case LOCAL_INVALIDATE -> length == 0;
      default -> length >= 0 && length <= (request.isInline() ? maxInlineBytes : maxMessageBytes);
    };
  }

  private boolean announces(Opcode opcode) {
    return switch (opcode) {
      case COMPARE_AND_SWAP, FETCH_AND_ADD -> atomics;
      case SEND_WITH_INVALIDATE, BIND_WINDOW, LOCAL_INVALIDATE -> offers(Feature.MEMORY_WINDOWS);
      case ATOMIC_WRITE -> offers(Feature.ATOMIC_WRITE);
      case FLUSH -> offers(Feature.FLUSH);
      case SEND_WITH_IMMEDIATE -> offers(Feature.SEND_WITH_IMMEDIATE);
      default -> true;
    };
  }
}
