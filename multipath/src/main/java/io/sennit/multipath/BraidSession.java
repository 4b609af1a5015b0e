// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Names a braid on both sides; every frame echoes it, so that a frame of another life is refused.
 *
 * @param sessionId random, agreed in the bootstrap
 * @param generation counts the lives of the session
 * @param opener whether this side proposes rebuilds; exactly one side does
 */
public record BraidSession(long sessionId, int generation, boolean opener) {}
