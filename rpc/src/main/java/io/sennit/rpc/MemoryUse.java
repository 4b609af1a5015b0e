// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/**
 * How much of one kind of memory peers make a process hold, as JMX carries it. Immutable.
 *
 * @param limitBytes most at a time
 * @param heldBytes now, with what is set aside for sessions
 * @param peakBytes most so far
 * @param refusals how often there was no room
 */
public record MemoryUse(long limitBytes, long heldBytes, long peakBytes, long refusals) {}
