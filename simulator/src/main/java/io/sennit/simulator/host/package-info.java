// SPDX-License-Identifier: Apache-2.0
/**
 * Hosts of a simulated fabric: the production RoCEv2 engine on simulated ports, in virtual time,
 * and what runs on it. Nothing here has a thread or a socket.
 */
@NullMarked
package io.sennit.simulator.host;

import org.jspecify.annotations.NullMarked;
