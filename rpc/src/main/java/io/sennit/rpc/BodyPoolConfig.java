// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/**
 * Bounds of the registered memory that bodies of one session use.
 *
 * @param slabBytes largest size of a region that is cut into bodies, a power of two, 64 KiB or
 *     more; the first ones are smaller; bodies larger than half of it get a region of their own
 * @param sendBytes most registered bytes for bodies to send, rounding included
 * @param receiveBytes most registered bytes for bodies received that somebody waits for; separate,
 *     so that neither direction can starve the other
 * @param cachedPerClass most free ranges kept ready per size class and direction
 * @param waitNanos how long a call waits for registered memory before it ends RESOURCE_EXHAUSTED
 * @param reportLeaks whether bodies that are never closed are reported with their allocation site:
 *     costs a stack walk per body
 */
public record BodyPoolConfig(
    long slabBytes,
    long sendBytes,
    long receiveBytes,
    int cachedPerClass,
    long waitNanos,
    boolean reportLeaks) {
  /** Smallest range, and the size class of the smallest bodies. */
  static final long GRANULE_BYTES = 256;

  private static final long MIN_SLAB_BYTES = 64 << 10;

  /** The first slab of a direction, unless slabs are smaller; each further one is twice as long. */
  private static final long FIRST_SLAB_BYTES = 256 << 10;

  public BodyPoolConfig {
    if (Long.bitCount(slabBytes) != 1 || slabBytes < MIN_SLAB_BYTES) {
      throw new IllegalArgumentException(
          "slabBytes must be a power of two from " + MIN_SLAB_BYTES + ": " + slabBytes);
    }
    requireSlab("sendBytes", sendBytes, slabBytes);
    requireSlab("receiveBytes", receiveBytes, slabBytes);
    if (cachedPerClass < 0) {
      throw new IllegalArgumentException("cachedPerClass is negative: " + cachedPerClass);
    }
    if (waitNanos < 0 || waitNanos > Long.MAX_VALUE / 4) {
      throw new IllegalArgumentException("waitNanos must be from 0 to 73 years: " + waitNanos);
    }
  }

  /** Most registered bytes, beside the others, for what is received before anybody asks for it. */
  long aheadBytes() {
    return Math.max(slabBytes, receiveBytes / 2);
  }

  /** Most registered bytes, beside the others, to send what the peer waits for. */
  long urgentBytes() {
    return Math.max(slabBytes, sendBytes / 8);
  }

  /** Most registered bytes altogether. */
  public long totalBytes() {
    return sendBytes + receiveBytes + aheadBytes() + urgentBytes();
  }

  private static void requireSlab(String name, long bytes, long slabBytes) {
    if (bytes < slabBytes) {
      throw new IllegalArgumentException(
          name + " must hold at least one slab of " + slabBytes + ": " + bytes);
    }
  }

  /** 8 MiB slabs, 256 MiB each way, 64 ranges a class, 5 s, no reports of leaks. */
  public static BodyPoolConfig defaults() {
    return new BodyPoolConfig(8 << 20, 256 << 20, 256 << 20, 64, 5_000_000_000L, false);
  }

  /** What a session has for bodies in any case: a slab of each kind. */
  public long floorBytes() {
    return 4 * firstSlabBytes();
  }

  /** Size of the first slab of a direction. */
  long firstSlabBytes() {
    return Math.min(slabBytes, FIRST_SLAB_BYTES);
  }

  /** The same with other budgets. */
  public BodyPoolConfig withBudgets(long newSendBytes, long newReceiveBytes) {
    return new BodyPoolConfig(
        slabBytes, newSendBytes, newReceiveBytes, cachedPerClass, waitNanos, reportLeaks);
  }
}
