// SPDX-License-Identifier: Apache-2.0
/**
 * How a jar adds a subcommand to {@code sennit}.
 *
 * <p>Everything here is used by one thread, the one that runs {@code main}, unless it says more.
 */
@NullMarked
package io.sennit.tools.spi;

import org.jspecify.annotations.NullMarked;
