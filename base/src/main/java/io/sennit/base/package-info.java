// SPDX-License-Identifier: Apache-2.0
/** What every room shares: time, randomness, memory bookkeeping, queues and counted copies. */
@NullMarked
package io.sennit.base;

import org.jspecify.annotations.NullMarked;
