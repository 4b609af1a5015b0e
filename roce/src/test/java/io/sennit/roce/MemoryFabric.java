// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A network in this process without faults, for many threads and in real time. */
final class MemoryFabric {
  private static final IpAddress NOWHERE = new IpAddress(0, 0);
  static final Copy NOTHING = new Copy(new byte[0], 0, new Copy.Ends(NOWHERE, 0, NOWHERE, 0));

  /** Gives up on a silent peer after a quarter of a second. */
  static final EngineConfig QUICK = new EngineConfig(
      16_384,
      4096,
      EngineConfig.Tables.STANDARD,
      16,
      64 << 10,
      4096,
      8,
      200_000,
      2_000_000,
      300_000_000,
      6,
      14,
      5,
      4096,
      4 << 20,
      500_000,
      1_000,
      Congestion.SWIFT,
      PathMtuTuning.STANDARD);

  final Map<String, MemoryInvitation> invitations = new ConcurrentHashMap<>();
  private final CopyOnWriteArrayList<MemoryChannel> channels = new CopyOnWriteArrayList<>();
  private final AtomicInteger made = new AtomicInteger();

  MemoryChannel channel() {
    int number = made.incrementAndGet();
    MemoryChannel channel = new MemoryChannel(this, Node.ports(number, 1, 1024), QUICK);
    channels.add(channel);
    return channel;
  }

  void carry(Copy copy) {
    for (MemoryChannel channel : channels) {
      if (channel.node.owns(copy)) {
        channel.arrive(copy);
      }
    }
  }
}
