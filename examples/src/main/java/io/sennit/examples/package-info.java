// SPDX-License-Identifier: Apache-2.0
/**
 * Example services and their commands.
 *
 * <p>Nothing but leaves imports this room.
 */
@NullMarked
package io.sennit.examples;

import org.jspecify.annotations.NullMarked;
