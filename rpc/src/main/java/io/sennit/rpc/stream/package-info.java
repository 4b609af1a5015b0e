// SPDX-License-Identifier: Apache-2.0
/**
 * Streams: the engine that turns calls into messages and transfers of a braid, and the border that
 * the native API and the gRPC face stand on.
 *
 * <p>One thread owns a session's engine. Applications reach it through
 * {@link io.sennit.rpc.stream.Session} and {@link io.sennit.rpc.stream.RpcStream}, which are safe
 * from any thread; it reaches them through listeners, which it calls on its own thread and which
 * must not block.
 */
@NullMarked
package io.sennit.rpc.stream;

import org.jspecify.annotations.NullMarked;
