// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

/**
 * What a channel's transports share.
 *
 * @param maxInboundMessageBytes unless the call says another limit
 * @param maxInboundMetadataBytes of an answer's headers and of its trailers, each
 * @param keepAlive gRPC's
 * @param timing of the channel
 */
public record ClientSettings(
    int maxInboundMessageBytes,
    int maxInboundMetadataBytes,
    KeepAliveSettings keepAlive,
    Timing timing) {}
