// SPDX-License-Identifier: Apache-2.0
/**
 * Congestion controls side by side: the production engine's flows through one bottleneck, in
 * virtual time.
 */
@NullMarked
package io.sennit.simulator.congestion;

import org.jspecify.annotations.NullMarked;
