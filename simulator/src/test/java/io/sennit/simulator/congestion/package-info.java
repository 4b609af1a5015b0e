// SPDX-License-Identifier: Apache-2.0
/** Tests of the comparison of congestion controls. */
@NullMarked
package io.sennit.simulator.congestion;

import org.jspecify.annotations.NullMarked;
