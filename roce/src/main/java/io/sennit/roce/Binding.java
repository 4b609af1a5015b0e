// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Access;

/** What a window is bound to, once; the region cannot be given back before it ends. */
final class Binding implements Reach {
  private final RoceMemoryRegion region;
  private final RoceQueuePair queuePair;
  private final long address;
  private final int length;
  private final int rights;
  private boolean ended;

  Binding(RoceQueuePair queuePair, RoceMemoryRegion region, SendEntry bind) {
    this.region = region;
    this.queuePair = queuePair;
    address = region.address() + bind.local.offset();
    length = bind.length;
    rights = bind.windowRights;
    region.use();
  }

  boolean isThrough(Numbered other) {
    return queuePair == other;
  }

  /** The only one that the window is open to. */
  RoceQueuePair queuePair() {
    return queuePair;
  }

  void end() {
    if (!ended) {
      ended = true;
      region.release();
    }
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public boolean permitsPeer(Numbered through, long from, long bytes, Access right) {
    return isExposed()
        && through == queuePair
        && (rights & RoceMemoryRegion.bit(right)) != 0
        && RoceMemoryRegion.contains(address, length, from, bytes);
  }

  @Override
  public boolean isExposed() {
    return !ended && region.isExposed();
  }

  @Override
  public RoceMemoryRegion region() {
    return region;
  }
}
