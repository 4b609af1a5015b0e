// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * One direction of a path, as its initiator sees it.
 *
 * @param rateBytesPerSecond what it lately delivered at best; 0 if unknown
 * @param inFlightBytes posted and not completed
 * @param windowChunks chunks that may be in flight; below one they are paced
 */
public record PathFlow(long rateBytesPerSecond, long inFlightBytes, double windowChunks) {}
