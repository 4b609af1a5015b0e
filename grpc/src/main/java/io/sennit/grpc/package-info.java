// SPDX-License-Identifier: Apache-2.0
/**
 * A gRPC-java transport, client and server, on Sennit calls.
 *
 * <p>The only room that sees {@code io.grpc}.
 */
@NullMarked
package io.sennit.grpc;

import org.jspecify.annotations.NullMarked;
