// SPDX-License-Identifier: Apache-2.0
/** What clients can do to a server's memory, its places and its threads, and how it fares. */
@NullMarked
package io.sennit.system.attacks;

import org.jspecify.annotations.NullMarked;
