// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * A path has come into a state.
 *
 * @param state the new one
 * @param epoch of its strand, or of the last one
 * @param atNanos time of the {@link Braid#poll} in which it happened
 * @param cause why, for people; empty if it is the way of things
 */
public record PathChange(StrandState state, int epoch, long atNanos, String cause) {}
