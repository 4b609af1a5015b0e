// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import java.util.Arrays;

/** Packets that have come to a host and wait for its loop, in order; a ring that grows. */
final class Inbox {
  private static final int FIRST_SIZE = 64;

  private long[] ring = new long[FIRST_SIZE];
  private int first;
  private int size;

  Inbox() {}

  void add(int port, int packet) {
    if (size == ring.length) {
      grow();
    }
    ring[(first + size++) & (ring.length - 1)] = ((long) port << Integer.SIZE) | packet;
  }

  private void grow() {
    long[] larger = Arrays.copyOf(ring, 2 * size);
    for (int at = 0; at < size; at++) {
      larger[at] = ring[(first + at) & (size - 1)];
    }
    ring = larger;
    first = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The port that the first one came to. */
  int port() {
    return (int) (ring[first] >>> Integer.SIZE);
  }

  /** Takes the first one. */
  int take() {
    int packet = (int) ring[first];
    first = (first + 1) & (ring.length - 1);
    size--;
    return packet;
  }
}
