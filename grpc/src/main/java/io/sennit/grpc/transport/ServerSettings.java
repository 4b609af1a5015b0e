// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

/**
 * What a server's transports share.
 *
 * @param maxInboundMessageBytes of a request
 * @param maxInboundMetadataBytes of a call's headers
 * @param keepAlive gRPC's
 * @param age how long a session may live
 */
public record ServerSettings(
    int maxInboundMessageBytes,
    int maxInboundMetadataBytes,
    KeepAliveSettings keepAlive,
    SessionAge age) {}
