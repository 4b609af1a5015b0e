// SPDX-License-Identifier: Apache-2.0
/**
 * A reference provider inside one process: what verbs mean, without sockets, threads or shared
 * memory, and a fabric whose faults a test commands.
 *
 * <p>Work is done in {@code post}, or, for what a fault holds back, when the test lets it go. A
 * test double: no service file names it.
 */
@NullMarked
package io.sennit.verbs.tck.loopback;

import org.jspecify.annotations.NullMarked;
