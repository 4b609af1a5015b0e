// SPDX-License-Identifier: Apache-2.0
/** The public API as a user's test sees it. */
@NullMarked
package io.sennit.simulator.api;

import org.jspecify.annotations.NullMarked;
