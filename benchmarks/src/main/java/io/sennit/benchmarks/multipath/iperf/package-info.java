// SPDX-License-Identifier: Apache-2.0
/** Flows by {@code iperf3}: what the kernel can do, measured by a program that is not ours. */
@NullMarked
package io.sennit.benchmarks.multipath.iperf;

import org.jspecify.annotations.NullMarked;
