// SPDX-License-Identifier: Apache-2.0
/**
 * Networks of this host's kernel for tests and benchmarks: hosts are network namespaces, joined by
 * links that have a rate, a queue and faults, side by side or by way of leaves and spines with
 * ECMP. Nothing of the host's own network is touched.
 *
 * <p>Needs root, iproute2 and ethtool, and iperf3 for traffic of others;
 * {@link io.sennit.benchmarks.fabric.Means} says what is missing.
 */
@NullMarked
package io.sennit.benchmarks.fabric;

import org.jspecify.annotations.NullMarked;
