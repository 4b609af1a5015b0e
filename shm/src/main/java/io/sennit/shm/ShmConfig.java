// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

/**
 * Every bound of this room.
 *
 * @param pieceBytes most bytes copied between two looks at the peer's fence, so how long a fence
 *     can take; larger pieces copy no faster
 * @param retryNanos how long a request waits for the peer's half to be connected
 * @param peerCheckNanos how often {@link io.sennit.verbs.ProtectionDomain#peerGone()} asks the
 *     kernel
 * @param helloNanos how long a process that has dialled the rendezvous may take to introduce itself
 * @param maxRegions most memory regions of one domain, at most 4,096
 * @param ringsBytes address space for the rings of one domain; memory is taken only for those made
 */
record ShmConfig(
    int pieceBytes,
    long retryNanos,
    long peerCheckNanos,
    long helloNanos,
    int maxRegions,
    long ringsBytes) {
  static final ShmConfig STANDARD =
      new ShmConfig(64 << 10, 500_000_000, 1_000_000, 5_000_000_000L, 4096, 16 << 20);
}
