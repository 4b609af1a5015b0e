// SPDX-License-Identifier: Apache-2.0
/**
 * How two processes come to share a braid, keep it, and lose it: the bootstrap over a byte stream,
 * the lifeline that stays after it, the event loop that owns everything, and the socket shell.
 *
 * <p>The state machines ({@code ClientBootstrap}, {@code ServerBootstrap}, {@code Lifeline}) see
 * neither sockets nor clocks: they are given bytes and time and give back bytes and actions. Only
 * the package {@code socket} touches sockets.
 */
@NullMarked
package io.sennit.rpc.session;

import org.jspecify.annotations.NullMarked;
