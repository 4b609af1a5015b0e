// SPDX-License-Identifier: Apache-2.0
/**
 * The demo and the benchmarks.
 *
 * <p>The only room where peers such as gRPC over Netty live.
 */
@NullMarked
package io.sennit.benchmarks;

import org.jspecify.annotations.NullMarked;
