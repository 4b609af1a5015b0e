// SPDX-License-Identifier: Apache-2.0
/** Tests of the network. */
@NullMarked
package io.sennit.simulator.experiment;

import org.jspecify.annotations.NullMarked;
