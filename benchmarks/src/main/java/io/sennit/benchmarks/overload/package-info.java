// SPDX-License-Identifier: Apache-2.0
/**
 * More calls than a server can answer: {@code sennit bench overload}, Sennit by its own calls and
 * under gRPC's, beside gRPC over Netty.
 */
@NullMarked
package io.sennit.benchmarks.overload;

import org.jspecify.annotations.NullMarked;
