// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Memory that the peer may WRITE, once. Ends when the peer's DONE has arrived and no copy of the
 * WRITE can touch the memory any more, or when the peer declines it, or with the session.
 */
public final class Grant extends Lease {
  Grant() {}
}
