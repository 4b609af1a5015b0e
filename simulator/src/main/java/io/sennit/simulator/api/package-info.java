// SPDX-License-Identifier: Apache-2.0
/**
 * Your own services on a simulated fabric: hosts, links between them, and virtual time, for tests.
 *
 * <p>A {@link io.sennit.simulator.api.Fabric} is built by seed; clients and servers of
 * {@code io.sennit.rpc} and {@code io.sennit.grpc} are put {@code on} its hosts and run the
 * production code down to every packet. Nothing has a thread or a socket: time passes while the
 * test {@linkplain io.sennit.simulator.api.Fabric#advance advances} it or waits for a call, and the
 * same seed gives the same packets at the same moments. This package is the simulator's public API;
 * the types of the same names elsewhere in this room are what it stands on.
 */
@NullMarked
package io.sennit.simulator.api;

import org.jspecify.annotations.NullMarked;
