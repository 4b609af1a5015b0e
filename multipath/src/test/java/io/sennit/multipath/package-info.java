// SPDX-License-Identifier: Apache-2.0
/** Stories of two braids on a fabric that misbehaves on command. */
@NullMarked
package io.sennit.multipath;

import org.jspecify.annotations.NullMarked;
