// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.roce.Datagram;
import io.sennit.roce.PacketMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The packets of a fabric, named by small numbers. Their bytes lie in native memory, where an
 * engine reads them in place. It grows when more packets are under way than ever before and
 * allocates nothing otherwise. Confined to the world's thread.
 *
 * <p>Ownership: whoever takes a number hands it on (to a link, a handler) or gives it back; after
 * that it names another packet.
 */
public final class PacketPool {
  /** Longest UDP payload: 4,096 bytes with all headers of RoCEv2 and its CRC. */
  public static final int MOST_BYTES = 4_096 + 96;

  /** Of its UDP payload, which is what a switch leaves of a packet that it trims. */
  static final int TRIMMED_BYTES = 64;

  /** Headers of IPv4 and UDP. */
  static final int IP_BYTES = 28;

  static final int MOST_IP_BYTES = MOST_BYTES + IP_BYTES;

  /** Preamble, Ethernet header, check sequence and gap, which cost time on a link too. */
  static final int ETHERNET_BYTES = 38;

  /** Longest time on a link, in bytes. */
  static final int MOST_LINK_BYTES = MOST_IP_BYTES + ETHERNET_BYTES;

  private static final int SLOT_BYTES = 4_224;
  private static final int CHUNK_BYTES = 1 << 20;

  /** Of what is held of packets that are headers and nothing else: a line of a cache. */
  private static final int HEADER_SHIFT = 6;

  // What is known of a packet lies side by side, in one line of a cache.
  private static final int FIELDS_SHIFT = 4;
  private static final int LENGTH = 0;
  private static final int SEGMENT_INDEX = 1;
  private static final int ECN = 2;
  private static final int TRIMMED = 3;
  private static final int SOURCE = 4;
  private static final int SOURCE_PORT = 5;
  private static final int DESTINATION = 6;
  private static final int DESTINATION_PORT = 7;
  private static final int FLOW_LOW = 8;
  private static final int FLOW_HIGH = 9;
  private static final int WAY_IN = 10;
  private static final int DSCP = 11;

  private final List<Datagram> datagrams = new ArrayList<>();
  private final List<MemorySegment> memories = new ArrayList<>();
  private int[] fields = {};
  private int[] free = {};
  private int freeCount;
  private int capacity;
  private int slotBytes = SLOT_BYTES;
  private int chunkShift = 8;

  PacketPool() {}

  /**
   * From now on packets say how long they are, and only their first 64 bytes are held: for models
   * that carry no payload. Only before the first packet is taken.
   */
  public void holdHeadersOnly() {
    if (capacity > 0) {
      throw new IllegalStateException("there are packets already");
    }
    slotBytes = 1 << HEADER_SHIFT;
    chunkShift = Integer.numberOfTrailingZeros(CHUNK_BYTES) - HEADER_SHIFT;
  }

  /**
   * Takes a packet.
   *
   * @param bytes of its UDP payload, 0 to {@link #MOST_BYTES}; their content is unspecified
   */
  public int take(int bytes) {
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException("a packet of " + bytes + " bytes");
    }
    if (freeCount == 0) {
      grow();
    }
    int packet = free[--freeCount];
    int at = packet << FIELDS_SHIFT;
    fields[at + LENGTH] = bytes;
    fields[at + SEGMENT_INDEX] = 0;
    fields[at + ECN] = 0;
    fields[at + TRIMMED] = 0;
    fields[at + WAY_IN] = 0;
    fields[at + DSCP] = 0;
    return packet;
  }

  private void grow() {
    int before = capacity;
    capacity = before + (1 << chunkShift);
    MemorySegment memory =
        Arena.ofAuto().allocate((long) slotBytes << chunkShift, 1 << HEADER_SHIFT);
    memories.add(memory);
    datagrams.add(new Datagram(PacketMemory.of(memory)));
    if (capacity > free.length) {
      int larger = Math.max(capacity, 2 * free.length);
      free = Arrays.copyOf(free, larger);
      fields = Arrays.copyOf(fields, larger << FIELDS_SHIFT);
    }
    for (int packet = capacity - 1; packet >= before; packet--) {
      free[freeCount++] = packet;
    }
  }

  /** Gives a packet back. */
  public void release(int packet) {
    free[freeCount++] = packet;
  }

  /** Packets that are not given back. */
  public int inUse() {
    return capacity - freeCount;
  }

  /** Those packets. */
  public IntStream underWay() {
    BitSet idle = new BitSet(capacity);
    Arrays.stream(free, 0, freeCount).forEach(idle::set);
    return IntStream.range(0, capacity).filter(packet -> !idle.get(packet));
  }

  /** Another packet like this one. */
  int copy(int packet) {
    int made = take(length(packet));
    int from = packet << FIELDS_SHIFT;
    System.arraycopy(fields, from, fields, made << FIELDS_SHIFT, 1 << FIELDS_SHIFT);
    fields[(made << FIELDS_SHIFT) + WAY_IN] = 0;
    long bytes = heldBytes(packet);
    MemorySegment.copy(memory(packet), offset(packet), memory(made), offset(made), bytes);
    return made;
  }

  /** Of its UDP payload. */
  int heldBytes(int packet) {
    return Math.min(length(packet), slotBytes);
  }

  private int field(int packet, int field) {
    return fields[(packet << FIELDS_SHIFT) + field];
  }

  private void set(int packet, int field, int value) {
    fields[(packet << FIELDS_SHIFT) + field] = value;
  }

  /** Native memory that holds its bytes, among others'. */
  public MemorySegment memory(int packet) {
    return memories.get(packet >>> chunkShift);
  }

  /** Where its bytes begin in {@link #memory}. */
  public long offset(int packet) {
    return (long) (packet & ((1 << chunkShift) - 1)) * slotBytes;
  }

  /** The packet as an engine takes it, but for who sent it; valid until the next call. */
  public Datagram datagram(int packet) {
    return datagrams
        .get(packet >>> chunkShift)
        .packet(offset(packet), length(packet), field(packet, SEGMENT_INDEX))
        .ecn(ecn(packet))
        .dscp(dscp(packet));
  }

  /** Sets the position in the burst that it left in, and the two ECN bits. */
  public void mark(int packet, int segmentIndex, int ecn) {
    set(packet, SEGMENT_INDEX, segmentIndex);
    set(packet, ECN, ecn);
  }

  /** The position in the burst that it left in: its IPv4 identification. */
  public int segmentIndex(int packet) {
    return field(packet, SEGMENT_INDEX);
  }

  void address(int packet, int source, int sourcePort) {
    set(packet, SOURCE, source);
    set(packet, SOURCE_PORT, sourcePort);
  }

  void to(int packet, int destination, int destinationPort) {
    set(packet, DESTINATION, destination);
    set(packet, DESTINATION_PORT, destinationPort);
  }

  void flow(int packet, long hash) {
    set(packet, FLOW_LOW, (int) hash);
    set(packet, FLOW_HIGH, (int) (hash >>> Integer.SIZE));
  }

  /** Bytes of the UDP payload. */
  public int length(int packet) {
    return field(packet, LENGTH);
  }

  /** Cuts all but the first bytes off. */
  void trim(int packet) {
    set(packet, LENGTH, Math.min(length(packet), TRIMMED_BYTES));
    set(packet, TRIMMED, 1);
  }

  /** Whether a switch has cut its payload off. */
  public boolean isTrimmed(int packet) {
    return field(packet, TRIMMED) != 0;
  }

  /** The two ECN bits of the IP header. */
  public int ecn(int packet) {
    return field(packet, ECN);
  }

  /** Sets the differentiated services code point of the IP header. */
  public void dscp(int packet, int codePoint) {
    set(packet, DSCP, codePoint);
  }

  /** The differentiated services code point of the IP header. */
  public int dscp(int packet) {
    return field(packet, DSCP);
  }

  void congestionExperienced(int packet) {
    if (ecn(packet) != 0) {
      set(packet, ECN, 3);
    }
  }

  int ipBytes(int packet) {
    return length(packet) + IP_BYTES;
  }

  int linkBytes(int packet) {
    return length(packet) + IP_BYTES + ETHERNET_BYTES;
  }

  /** Index of the host port that it came from. */
  public int source(int packet) {
    return field(packet, SOURCE);
  }

  /** UDP port that it came from. */
  public int sourcePort(int packet) {
    return field(packet, SOURCE_PORT);
  }

  /** UDP port that it goes to. */
  public int destinationPort(int packet) {
    return field(packet, DESTINATION_PORT);
  }

  /** Index of the host port that it goes to. */
  public int destination(int packet) {
    return field(packet, DESTINATION);
  }

  /** By which port it came into a switch that pauses its neighbours; 0 if by none. */
  int wayIn(int packet) {
    return field(packet, WAY_IN);
  }

  void wayIn(int packet, int number) {
    set(packet, WAY_IN, number);
  }

  /** Hash of its addresses and ports. */
  long flow(int packet) {
    long low = Integer.toUnsignedLong(field(packet, FLOW_LOW));
    return ((long) field(packet, FLOW_HIGH) << Integer.SIZE) | low;
  }
}
