// SPDX-License-Identifier: Apache-2.0
/** Braids without one of their rules, for the explorer to find the rule missing. */
@NullMarked
package io.sennit.multipath;

import org.jspecify.annotations.NullMarked;
