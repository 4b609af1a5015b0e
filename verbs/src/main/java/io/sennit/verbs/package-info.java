// SPDX-License-Identifier: Apache-2.0
/**
 * RDMA verbs as small Java interfaces and records.
 *
 * <p>The words are IBTA's. The shape differs from {@code libibverbs} in three places, each for a
 * reason: a {@link io.sennit.verbs.ProtectionDomain} belongs to exactly one peer (so that nothing
 * of one peer can be reached by another, and so that a provider whose memory is shared with the
 * peer can exist); every receive comes from a {@link io.sennit.verbs.SharedReceiveQueue}; and
 * destroying a queue pair may have to be tried again ({@link io.sennit.verbs.QueuePair#destroy()}),
 * since only a destroyed queue pair is a fence.
 *
 * <p>Unless a method says otherwise, every object of a domain is confined to the one thread that
 * owns the domain (ownership may be handed over with a happens-before edge).
 */
@NullMarked
package io.sennit.verbs;

import org.jspecify.annotations.NullMarked;
