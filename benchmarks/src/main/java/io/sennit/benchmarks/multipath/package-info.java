// SPDX-License-Identifier: Apache-2.0
/**
 * {@code sennit bench multipath}: one flow and small calls between two hosts with several links,
 * over Sennit, one TCP connection, and MPTCP, on the same links, while something happens to them.
 */
@NullMarked
package io.sennit.benchmarks.multipath;

import org.jspecify.annotations.NullMarked;
