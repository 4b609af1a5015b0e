// SPDX-License-Identifier: Apache-2.0
/** The demo: real calls and a real file between two processes, beside stock gRPC over Netty. */
@NullMarked
package io.sennit.benchmarks.demo;

import org.jspecify.annotations.NullMarked;
