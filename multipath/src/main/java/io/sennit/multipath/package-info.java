// SPDX-License-Identifier: Apache-2.0
/**
 * The braid: many strands that carry one flow.
 *
 * <p>Sans-IO towards time and threads.
 */
@NullMarked
package io.sennit.multipath;

import org.jspecify.annotations.NullMarked;
