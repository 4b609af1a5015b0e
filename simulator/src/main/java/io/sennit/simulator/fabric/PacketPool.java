// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.roce.Datagram;
import io.sennit.roce.PacketMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
  private static final int ETHERNET_BYTES = 38;

  private static final int SLOT_BYTES = 4_224;
  private static final int CHUNK_SHIFT = 8;
  private static final int CHUNK = 1 << CHUNK_SHIFT;

  private final List<Datagram> datagrams = new ArrayList<>();
  private final List<MemorySegment> memories = new ArrayList<>();
  private int[] lengths = {};
  private int[] segmentIndexes = {};
  private int[] ecns = {};
  private boolean[] trims = {};
  private int[] sources = {};
  private int[] sourcePorts = {};
  private int[] destinations = {};
  private int[] destinationPorts = {};
  private long[] flows = {};
  private int[] free = {};
  private int freeCount;

  PacketPool() {}

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
    lengths[packet] = bytes;
    segmentIndexes[packet] = 0;
    ecns[packet] = 0;
    trims[packet] = false;
    return packet;
  }

  private void grow() {
    int before = lengths.length;
    int after = before + CHUNK;
    MemorySegment memory = Arena.ofAuto().allocate((long) CHUNK * SLOT_BYTES, Long.BYTES);
    memories.add(memory);
    datagrams.add(new Datagram(PacketMemory.of(memory)));
    lengths = Arrays.copyOf(lengths, after);
    segmentIndexes = Arrays.copyOf(segmentIndexes, after);
    ecns = Arrays.copyOf(ecns, after);
    trims = Arrays.copyOf(trims, after);
    sources = Arrays.copyOf(sources, after);
    sourcePorts = Arrays.copyOf(sourcePorts, after);
    destinations = Arrays.copyOf(destinations, after);
    destinationPorts = Arrays.copyOf(destinationPorts, after);
    flows = Arrays.copyOf(flows, after);
    free = Arrays.copyOf(free, after);
    for (int packet = after - 1; packet >= before; packet--) {
      free[freeCount++] = packet;
    }
  }

  /** Gives a packet back. */
  public void release(int packet) {
    free[freeCount++] = packet;
  }

  /** Packets that are not given back. */
  public int inUse() {
    return lengths.length - freeCount;
  }

  /** Another packet like this one. */
  int copy(int packet) {
    int made = take(lengths[packet]);
    segmentIndexes[made] = segmentIndexes[packet];
    ecns[made] = ecns[packet];
    trims[made] = trims[packet];
    address(made, sources[packet], sourcePorts[packet]);
    to(made, destinations[packet], destinationPorts[packet]);
    flows[made] = flows[packet];
    MemorySegment.copy(memory(packet), offset(packet), memory(made), offset(made), lengths[packet]);
    return made;
  }

  /** Native memory that holds its bytes, among others'. */
  public MemorySegment memory(int packet) {
    return memories.get(packet >>> CHUNK_SHIFT);
  }

  /** Where its bytes begin in {@link #memory}. */
  public long offset(int packet) {
    return (long) (packet & (CHUNK - 1)) * SLOT_BYTES;
  }

  /** The packet as an engine takes it, but for who sent it; valid until the next call. */
  public Datagram datagram(int packet) {
    return datagrams
        .get(packet >>> CHUNK_SHIFT)
        .packet(offset(packet), lengths[packet], segmentIndexes[packet])
        .ecn(ecns[packet]);
  }

  /** Sets the position in the burst that it left in, and the two ECN bits. */
  public void mark(int packet, int segmentIndex, int ecn) {
    segmentIndexes[packet] = segmentIndex;
    ecns[packet] = ecn;
  }

  /** The position in the burst that it left in: its IPv4 identification. */
  public int segmentIndex(int packet) {
    return segmentIndexes[packet];
  }

  void address(int packet, int source, int sourcePort) {
    sources[packet] = source;
    sourcePorts[packet] = sourcePort;
  }

  void to(int packet, int destination, int destinationPort) {
    destinations[packet] = destination;
    destinationPorts[packet] = destinationPort;
  }

  void flow(int packet, long hash) {
    flows[packet] = hash;
  }

  /** Bytes of the UDP payload. */
  public int length(int packet) {
    return lengths[packet];
  }

  /** Cuts all but the first bytes off. */
  void trim(int packet) {
    lengths[packet] = Math.min(lengths[packet], TRIMMED_BYTES);
    trims[packet] = true;
  }

  /** Whether a switch has cut its payload off. */
  public boolean isTrimmed(int packet) {
    return trims[packet];
  }

  /** The two ECN bits of the IP header. */
  public int ecn(int packet) {
    return ecns[packet];
  }

  void congestionExperienced(int packet) {
    if (ecns[packet] != 0) {
      ecns[packet] = 3;
    }
  }

  int ipBytes(int packet) {
    return lengths[packet] + IP_BYTES;
  }

  int linkBytes(int packet) {
    return lengths[packet] + IP_BYTES + ETHERNET_BYTES;
  }

  /** Index of the host port that it came from. */
  public int source(int packet) {
    return sources[packet];
  }

  /** UDP port that it came from. */
  public int sourcePort(int packet) {
    return sourcePorts[packet];
  }

  /** UDP port that it goes to. */
  public int destinationPort(int packet) {
    return destinationPorts[packet];
  }

  /** Index of the host port that it goes to. */
  public int destination(int packet) {
    return destinations[packet];
  }

  /** Hash of its addresses and ports. */
  long flow(int packet) {
    return flows[packet];
  }
}
