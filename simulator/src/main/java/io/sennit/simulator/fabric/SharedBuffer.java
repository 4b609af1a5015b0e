// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import java.util.ArrayList;
import java.util.List;

/** Memory that the queues of one switch share, by dynamic thresholds. */
final class SharedBuffer {
  private final SwitchConfig config;
  private final List<Link> links = new ArrayList<>();

  SharedBuffer(SwitchConfig config) {
    this.config = config;
  }

  /** Adds a link whose queue is in it. */
  void add(Link link) {
    links.add(link);
    link.share(this);
  }

  boolean trims() {
    return config.trims();
  }

  /** Whether a queue of so many bytes may grow by a packet. */
  boolean admits(long waitingBytes, int packetBytes) {
    if (config.sharedBytes() == 0) {
      return true;
    }
    long free = config.sharedBytes();
    for (int at = 0; at < links.size(); at++) {
      free -= links.get(at).waitingBytes();
    }
    return packetBytes <= free && waitingBytes + packetBytes <= config.alpha() * free;
  }
}
