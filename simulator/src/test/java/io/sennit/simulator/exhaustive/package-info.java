// SPDX-License-Identifier: Apache-2.0
/** All orders of steps of small stories. */
@NullMarked
package io.sennit.simulator.exhaustive;

import org.jspecify.annotations.NullMarked;
