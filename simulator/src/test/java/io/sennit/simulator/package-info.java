// SPDX-License-Identifier: Apache-2.0
/** Tests of the world. */
@NullMarked
package io.sennit.simulator;

import org.jspecify.annotations.NullMarked;
