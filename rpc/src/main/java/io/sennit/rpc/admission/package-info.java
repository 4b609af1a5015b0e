// SPDX-License-Identifier: Apache-2.0
/**
 * Which calls a server takes: how many at a time, and how long they may wait for a thread. Without
 * threads and clocks of its own.
 */
@NullMarked
package io.sennit.rpc.admission;

import org.jspecify.annotations.NullMarked;
