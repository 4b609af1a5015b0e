// SPDX-License-Identifier: Apache-2.0
/** The hostile provider does what it says. */
@NullMarked
package io.sennit.simulator.hostile;

import org.jspecify.annotations.NullMarked;
