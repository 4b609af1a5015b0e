// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.admission.AdmissionConfig;
import java.util.Map;

/**
 * What a server's transports share.
 *
 * @param maxInboundMessageBytes of a request
 * @param maxInboundMetadataBytes of a call's headers
 * @param keepAlive gRPC's
 * @param age how long a session may live
 * @param admission bounds of the server's calls
 * @param methodLimits the same for single methods, by full name
 * @param timing of the server
 */
public record ServerSettings(
    int maxInboundMessageBytes,
    int maxInboundMetadataBytes,
    KeepAliveSettings keepAlive,
    SessionAge age,
    AdmissionConfig admission,
    Map<String, Integer> methodLimits,
    Timing timing) {}
