// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.MachineMemory;

/**
 * Bounds of what peers can make a process hold, all sessions together.
 *
 * @param heapBytes most heap, as the house counts it; by default half of the largest heap
 * @param registeredBytes most registered memory; by default half of what the machine, or the
 *     control group of this process, has
 * @param peerPercent most of both that the sessions with one address have together, 1 to 100;
 *     default 75
 */
public record MemoryConfig(long heapBytes, long registeredBytes, int peerPercent) {
  static final int PEER_PERCENT = 75;

  /** Where the system does not tell how much memory there is: as much as the largest heap. */
  private static final int SHARE = 2;

  public MemoryConfig {
    require("heapBytes", heapBytes, Long.MAX_VALUE);
    require("registeredBytes", registeredBytes, Long.MAX_VALUE);
    require("peerPercent", peerPercent, 100);
  }

  /** By system properties, and by what this machine has. */
  static MemoryConfig ofProcess() {
    return new MemoryConfig(
        MemoryOption.HEAP_BYTES.value(), MemoryOption.REGISTERED_BYTES.value(), (int)
            MemoryOption.PEER_PERCENT.value());
  }

  /** What is used unless told otherwise. */
  static MemoryConfig ofMachine() {
    long heapBytes = Runtime.getRuntime().maxMemory();
    long allBytes = MachineMemory.limitBytes().orElse(heapBytes);
    return new MemoryConfig(heapBytes / SHARE, allBytes / SHARE, PEER_PERCENT);
  }

  long peerShare(long bytes) {
    return bytes / 100 * peerPercent;
  }

  private static void require(String name, long value, long most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " must be from 1 to " + most + ": " + value);
    }
  }
}
