// SPDX-License-Identifier: Apache-2.0
/** The engine in a network that is simulated. */
@NullMarked
package io.sennit.roce;

import org.jspecify.annotations.NullMarked;
