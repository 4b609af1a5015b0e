// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * How to create a reliable-connected queue pair.
 *
 * @param path the route it uses for its whole life
 * @param sendCompletions where its work requests complete
 * @param receiveCompletions where receives that it consumes complete; may be the same queue
 * @param receives where its receives come from
 * @param sendDepth most outstanding work requests, 1 to {@link Capabilities#maxSendDepth}
 */
public record QueuePairConfig(
    Path path,
    CompletionQueue sendCompletions,
    CompletionQueue receiveCompletions,
    SharedReceiveQueue receives,
    int sendDepth) {}
