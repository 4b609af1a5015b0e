// SPDX-License-Identifier: Apache-2.0
/**
 * The byte streams that bootstraps and lifelines ride on, as an SPI: TCP sockets in production,
 * anything that keeps the order of bytes in tests and simulation.
 */
@NullMarked
package io.sennit.rpc.session.bytes;

import org.jspecify.annotations.NullMarked;
