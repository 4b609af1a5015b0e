// SPDX-License-Identifier: Apache-2.0
/**
 * The communication manager of IBTA, as RDMA CM uses it over IP: how two ends that share nothing
 * but a service's port number tell each other of their queue pairs. It speaks in management
 * datagrams to queue pair 1, so that it meets librdmacm on NICs and on Linux' rxe; between two
 * Sennit ends the bootstrap of the session does this over TCP.
 *
 * <p>Sans-IO: {@link io.sennit.roce.cm.CmService} stands behind a queue pair of an engine and gets
 * datagrams and time from it. Confined to the engine's thread; callbacks run in it.
 */
@NullMarked
package io.sennit.roce.cm;

import org.jspecify.annotations.NullMarked;
