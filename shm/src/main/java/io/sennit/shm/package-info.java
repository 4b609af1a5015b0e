// SPDX-License-Identifier: Apache-2.0
/**
 * Verbs between the processes of one host, over shared memory.
 *
 * <p>One-sided operations run in the initiator, without the peer.
 */
@NullMarked
package io.sennit.shm;

import org.jspecify.annotations.NullMarked;
