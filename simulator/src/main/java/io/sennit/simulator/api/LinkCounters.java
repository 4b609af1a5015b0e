// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.fabric.Link.Spoiled;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one direction of a link has done since the fabric was built. Immutable.
 *
 * @param packets that it took
 * @param bytes of them, with all headers, those of Ethernet too
 * @param waitingBytes in the buffer before it now
 * @param marked packets that it marked, since much was waiting (ECN)
 * @param duplicated packets that it brought twice, at once or late
 * @param corrupted packets in which it flipped bits
 * @param delayed packets that it brought later than its delay, so that others may overtake them
 * @param lost packets by cause, all of which are in the map
 */
public record LinkCounters(
    long packets,
    long bytes,
    long waitingBytes,
    long marked,
    long duplicated,
    long corrupted,
    long delayed,
    Map<Loss, Long> lost) {
  public LinkCounters {
    lost = Map.copyOf(lost);
  }

  static LinkCounters of(io.sennit.simulator.fabric.Link link) {
    Map<Loss, Long> lost = new EnumMap<>(Loss.class);
    for (Loss each : Loss.values()) {
      lost.put(each, link.lost(each.cause()));
    }
    return new LinkCounters(
        link.carried(),
        link.carriedBytes(),
        link.waitingBytes(),
        link.marked(),
        link.spoiled(Spoiled.DOUBLED) + link.spoiled(Spoiled.ECHOED),
        link.spoiled(Spoiled.CORRUPTED),
        link.spoiled(Spoiled.HELD),
        lost);
  }

  /** Packets lost by one cause. */
  public long lost(Loss cause) {
    return lost.getOrDefault(cause, 0L);
  }
}
