// SPDX-License-Identifier: Apache-2.0
/** The heap is full wherever production allocates, at one place at a time. */
@NullMarked
package io.sennit.system.fullheap;

import org.jspecify.annotations.NullMarked;
