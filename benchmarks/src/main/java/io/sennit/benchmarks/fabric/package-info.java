// SPDX-License-Identifier: Apache-2.0
/**
 * Networks of this host's kernel for tests and benchmarks: hosts are network namespaces, joined by
 * links that have a rate, a queue and faults. Nothing of the host's own network is touched.
 *
 * <p>Needs root, iproute2 and ethtool; {@link io.sennit.benchmarks.fabric.Means} says what is
 * missing.
 */
@NullMarked
package io.sennit.benchmarks.fabric;

import org.jspecify.annotations.NullMarked;
