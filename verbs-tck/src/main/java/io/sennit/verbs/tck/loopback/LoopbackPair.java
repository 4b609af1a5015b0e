// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

/**
 * Two domains that are each other's peer; the caller owns both.
 *
 * @param near the one, by convention the inviting side
 * @param far the other
 */
public record LoopbackPair(LoopbackDomain near, LoopbackDomain far) {}
