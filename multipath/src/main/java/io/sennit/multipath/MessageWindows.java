// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * How many messages a braid has sent and received, and may, as its own side sees it; for checks
 * that compare both sides.
 *
 * @param sent sequences used
 * @param sendLimit the first sequence that the peer has not allowed yet
 * @param received the oldest sequence of the peer that is missing
 * @param receiveLimit the first sequence of the peer that there is no room for
 */
public record MessageWindows(long sent, long sendLimit, long received, long receiveLimit) {}
