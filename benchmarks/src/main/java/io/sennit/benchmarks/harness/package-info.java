// SPDX-License-Identifier: Apache-2.0
/**
 * How things are measured here: both ends in processes of their own, contenders in turns in one
 * run, rounds until they agree and then those that count, medians, ratios.
 *
 * <p>A benchmark is a {@link io.sennit.benchmarks.harness.Bench}, which names its cases, and the
 * {@link io.sennit.benchmarks.harness.Program}s that do the work.
 */
@NullMarked
package io.sennit.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
