// SPDX-License-Identifier: Apache-2.0
/**
 * The sennit command.
 *
 * <p>Its subcommands are found by {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.sennit.tools;

import org.jspecify.annotations.NullMarked;
