// SPDX-License-Identifier: Apache-2.0
/** The faults of the loopback fabric do what they say. */
@NullMarked
package io.sennit.verbs.tck.loopback;

import org.jspecify.annotations.NullMarked;
