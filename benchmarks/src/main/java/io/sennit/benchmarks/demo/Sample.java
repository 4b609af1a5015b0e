// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.List;

/**
 * All paths of one process at one moment.
 *
 * @param nanos of the host's monotonic clock, which all its processes share
 */
record Sample(long nanos, List<PathSample> paths) {}
