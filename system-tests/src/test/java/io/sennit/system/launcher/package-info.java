// SPDX-License-Identifier: Apache-2.0
/** The launcher at the root of the tree, run as a user runs it. */
@NullMarked
package io.sennit.system.launcher;

import org.jspecify.annotations.NullMarked;
