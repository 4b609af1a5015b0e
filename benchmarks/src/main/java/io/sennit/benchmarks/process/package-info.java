// SPDX-License-Identifier: Apache-2.0
/** Other {@code sennit} processes that the demo and the benchmarks run, and their ends. */
@NullMarked
package io.sennit.benchmarks.process;

import org.jspecify.annotations.NullMarked;
