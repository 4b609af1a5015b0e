// SPDX-License-Identifier: Apache-2.0
/**
 * Everything that touches {@code io.grpc.internal}, whose signatures drift between gRPC releases:
 * streams, transports and the factories that gRPC's channel and server drive. Not an API; use the
 * builders of {@link io.sennit.grpc}.
 *
 * <p>A gRPC message travels with gRPC's own five-byte prefix, so that compression, size limits and
 * zero-length messages mean what they mean on any other transport; the peers' deframers read the
 * messages of a stream as one sequence of bytes.
 */
@NullMarked
package io.sennit.grpc.transport;

import org.jspecify.annotations.NullMarked;
