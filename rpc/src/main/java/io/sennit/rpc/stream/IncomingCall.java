// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Metadata;

/**
 * A call as it arrives at the server.
 *
 * @param method full name, such as {@code package.Service/Method}; not checked against anything
 * @param metadata the client's
 * @param timeoutNanos time left when the client sent it; {@link OpenCall#NO_TIMEOUT} if unbounded
 */
public record IncomingCall(String method, Metadata metadata, long timeoutNanos) {}
