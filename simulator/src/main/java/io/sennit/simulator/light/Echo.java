// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** What an acknowledgement says to a {@link PacketPolicy}; valid during the call only. */
public final class Echo {
  int label;
  long number;
  boolean marked;
  boolean again;
  boolean idle;
  int inFlight;
  long sentNanos;
  long nowNanos;

  Echo() {}

  /** The way that the packet went. */
  public int label() {
    return label;
  }

  /** Of the packet in its pipe. */
  public long number() {
    return number;
  }

  /** Whether the packet met a queue that marks. */
  public boolean marked() {
    return marked;
  }

  /** Whether this copy of the packet was not the first one. */
  public boolean again() {
    return again;
  }

  /** Whether nothing waits to be sent. */
  public boolean idle() {
    return idle;
  }

  /** Packets under way that are not taken for lost, without this one. */
  public int inFlight() {
    return inFlight;
  }

  public long sentNanos() {
    return sentNanos;
  }

  public long nowNanos() {
    return nowNanos;
  }
}
