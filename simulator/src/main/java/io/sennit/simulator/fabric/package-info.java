// SPDX-License-Identifier: Apache-2.0
/**
 * A network in virtual time: ports of hosts, links with rates, buffers and faults, switches that
 * spread flows over routes of equal cost. It knows packets as bytes with a destination and nothing
 * of what they mean.
 */
@NullMarked
package io.sennit.simulator.fabric;

import org.jspecify.annotations.NullMarked;
