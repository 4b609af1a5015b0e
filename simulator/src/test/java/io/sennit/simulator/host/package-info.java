// SPDX-License-Identifier: Apache-2.0
/** Tests of hosts. */
@NullMarked
package io.sennit.simulator.host;

import org.jspecify.annotations.NullMarked;
