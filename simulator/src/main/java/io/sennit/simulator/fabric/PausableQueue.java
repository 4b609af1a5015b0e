// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.Task;
import java.util.Arrays;

/**
 * The queue before a link that can be told to pause. A packet that has begun is sent to its end. It
 * costs a task more for each packet than a queue that knows beforehand when each packet leaves.
 */
final class PausableQueue {
  private static final int FIRST_PACKETS = 16;
  private static final long PICOS = 1_000;

  private final Medium medium;
  private final Link link;
  private final Task sent = this::sent;
  private final Task goOn = due -> startNext();
  private int[] packets = new int[FIRST_PACKETS];
  private int head;
  private int count;
  private long bytes;
  private long freePicos;
  private boolean busy;
  private long pausedUntilNanos;
  private long pausedNanos;
  private long life;

  PausableQueue(Medium medium, Link link) {
    this.medium = medium;
    this.link = link;
  }

  /** Bytes that have not begun to leave. */
  long bytes() {
    return bytes;
  }

  /** When what has begun to leave will have left; past if nothing has. */
  long freeNanos() {
    return (freePicos + PICOS - 1) / PICOS;
  }

  /** How long it was told to pause, in all, as far as that is over. */
  long pausedNanos() {
    return pausedNanos;
  }

  void add(int packet) {
    if (count == packets.length) {
      grow();
    }
    packets[(head + count++) & (packets.length - 1)] = packet;
    bytes += medium.pool.linkBytes(packet);
    startNext();
  }

  private void grow() {
    int[] larger = Arrays.copyOf(packets, 2 * count);
    System.arraycopy(packets, head, larger, 0, count - head);
    System.arraycopy(packets, 0, larger, count - head, head);
    packets = larger;
    head = 0;
  }

  private int remove() {
    int packet = packets[head];
    head = (head + 1) & (packets.length - 1);
    count--;
    bytes -= medium.pool.linkBytes(packet);
    return packet;
  }

  /** Nothing more begins for so long; 0 ends a pause. */
  void pause(long forNanos) {
    long nowNanos = medium.scheduler.nanoTime();
    if (pausedUntilNanos > nowNanos) {
      pausedNanos -= pausedUntilNanos - nowNanos;
    }
    pausedNanos += forNanos;
    pausedUntilNanos = nowNanos + forNanos;
    if (forNanos == 0) {
      startNext();
    } else {
      medium.scheduler.at(pausedUntilNanos, goOn, 0);
    }
  }

  /** The link has gone down or up: what waits is lost. */
  void clear() {
    life++;
    busy = false;
    freePicos = 0;
    pausedUntilNanos = 0;
    while (count > 0) {
      medium.lose(remove(), link.index(), LossCause.DOWN);
    }
  }

  private void startNext() {
    long nowNanos = medium.scheduler.nanoTime();
    if (busy || count == 0 || nowNanos < pausedUntilNanos) {
      return;
    }
    int packet = remove();
    busy = true;
    long picos = medium.pool.linkBytes(packet) * link.picosPerByte();
    freePicos = Math.max(freePicos, nowNanos * PICOS) + picos;
    medium.scheduler.at(freeNanos(), sent, (life << Integer.SIZE) | packet);
  }

  private void sent(long lifeAndPacket) {
    int packet = (int) lifeAndPacket;
    if (lifeAndPacket >> Integer.SIZE == life) {
      busy = false;
      link.left(packet);
      startNext();
    } else {
      medium.lose(packet, link.index(), LossCause.DOWN);
    }
  }
}
