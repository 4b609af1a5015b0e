// SPDX-License-Identifier: Apache-2.0
/** What somebody meets who comes with a program of his own. */
@NullMarked
package io.sennit.system.newcomer;

import org.jspecify.annotations.NullMarked;
