// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * What a device can do; every number is a bound that the caller must keep.
 *
 * @param maxMessageBytes longest work request
 * @param maxInlineBytes longest payload that is copied at the post, so that its memory may be
 *     reused at once; 0 if none
 * @param maxSendDepth most outstanding work requests of one queue pair
 * @param maxReceiveDepth most receives of one shared receive queue
 * @param maxCompletionDepth deepest completion queue
 * @param maxReadAtomic most READs and atomics outstanding on one queue pair; further ones queue
 * @param atomics whether COMPARE_AND_SWAP and FETCH_AND_ADD are supported
 * @param controlsCongestion whether the provider limits its own rate, so that the braid must not
 */
public record Capabilities(
    int maxMessageBytes,
    int maxInlineBytes,
    int maxSendDepth,
    int maxReceiveDepth,
    int maxCompletionDepth,
    int maxReadAtomic,
    boolean atomics,
    boolean controlsCongestion) {}
