// SPDX-License-Identifier: Apache-2.0
/** Tests of the swarm, and a share of it. */
@NullMarked
package io.sennit.simulator.swarm;

import org.jspecify.annotations.NullMarked;
