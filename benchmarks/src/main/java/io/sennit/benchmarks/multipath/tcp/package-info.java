// SPDX-License-Identifier: Apache-2.0
/** A flow over a bare socket: what TCP and MPTCP do without anything on top of them. */
@NullMarked
package io.sennit.benchmarks.multipath.tcp;

import org.jspecify.annotations.NullMarked;
