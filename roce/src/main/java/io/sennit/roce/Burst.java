// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Ecn;
import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.Sack;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A run of packets of one flow that can leave in one system call: all of the same size, only the
 * last may be shorter, at most {@value #MOST_BYTES} bytes in all.
 *
 * <p>Packet {@code i} is three ranges one behind the other: its headers in {@link #scratch()}, its
 * payload where the user has it, and its padding and invariant CRC in {@link #scratch()}. Payload
 * of one packet that the user has in several places is copied together: three ranges are what every
 * sink, capture and faulty network counts on, and the CRC has to read those bytes anyway.
 *
 * <p>Ownership: the engine's; a sink reads it during {@link PacketSink#send}.
 */
public final class Burst {
  /** What IPv4 and the kernel's segmentation allow in one send. */
  public static final int MOST_BYTES = 65_507;

  /** The kernel's UDP_MAX_SEGMENTS of old. */
  public static final int MOST_PACKETS = 64;

  private static final int STRIDE = 64;
  private static final int TRAILER_AT = 48;

  private final MemorySegment scratch = Arena.ofAuto().allocate(MOST_PACKETS * STRIDE, STRIDE);
  private final PacketMemory extra = PacketMemory.of(Arena.ofAuto().allocate(Sack.MOST_BYTES, 8));
  private final MemorySegment[] payloads = new MemorySegment[MOST_PACKETS];
  private final long[] payloadOffsets = new long[MOST_PACKETS];
  private final int[] payloadLengths = new int[MOST_PACKETS];
  private final int[] headerLengths = new int[MOST_PACKETS];
  private final int[] trailerLengths = new int[MOST_PACKETS];
  private Flow flow = Flow.NONE;
  private boolean numbered;
  private int count;
  private int segmentBytes;
  private int totalBytes;
  private boolean closed;
  private @Nullable PacketMemory gathered;
  private int gatheredBytes;

  Burst() {}

  /** Starts anew. */
  void begin(Flow newFlow, boolean newNumbered) {
    flow = newFlow;
    numbered = newNumbered;
    count = 0;
    segmentBytes = 0;
    totalBytes = 0;
    closed = false;
    gatheredBytes = 0;
  }

  /** Whether one more packet of that many bytes may follow. */
  boolean fits(int packetBytes) {
    if (count == 0 || closed) {
      return count == 0;
    }
    return count < MOST_PACKETS
        && packetBytes <= segmentBytes
        && totalBytes + packetBytes <= MOST_BYTES;
  }

  /** Room for the payload of one packet that nobody else has: a burst holds one bitmap at most. */
  PacketMemory extra() {
    return extra;
  }

  /** Room for payloads that are copied together, as many as a burst can have; made when needed. */
  PacketMemory gathered() {
    PacketMemory room = gathered;
    if (room == null) {
      room = PacketMemory.of(Arena.ofAuto().allocate(MOST_BYTES));
      gathered = room;
    }
    return room;
  }

  /** Takes so many bytes of that room; the offset there. */
  long takeGathered(int bytes) {
    long at = gatheredBytes;
    gatheredBytes += bytes;
    return at;
  }

  /** Where the next packet's headers are to be written in {@link #scratch()}. */
  long nextHeaderOffset() {
    return headerOffset(count);
  }

  /** Where the next packet's padding and CRC are to be written in {@link #scratch()}. */
  long nextTrailerOffset() {
    return trailerOffset(count);
  }

  /** The IP identification that the next packet will have. */
  int nextIdentification() {
    return numbered ? count : 0;
  }

  /** Adds the packet whose header and trailer were written; {@link #fits} was true. */
  void add(int headerLength, MemorySegment payload, long offset, int length, int trailerLength) {
    int bytes = headerLength + length + trailerLength;
    headerLengths[count] = headerLength;
    payloads[count] = payload;
    payloadOffsets[count] = offset;
    payloadLengths[count] = length;
    trailerLengths[count] = trailerLength;
    segmentBytes = count == 0 ? bytes : segmentBytes;
    closed = bytes < segmentBytes;
    totalBytes += bytes;
    count++;
  }

  /** Index of the local port that it leaves by. */
  public int localPort() {
    return flow.localPort();
  }

  /** The verbs path's label, which stands for the UDP source port. */
  public int routeLabel() {
    return flow.routeLabel();
  }

  /** UDP port that it comes from. */
  public int sourcePort() {
    return flow.sourcePort();
  }

  public IpAddress destination() {
    return flow.destination();
  }

  /** UDP port that it goes to. */
  public int destinationPort() {
    return flow.destinationPort();
  }

  /** The two ECN bits of its packets. */
  public int ecn() {
    return Ecn.CAPABLE;
  }

  /** The differentiated services code point of its packets. */
  public int dscp() {
    return flow.dscp();
  }

  public int packetCount() {
    return count;
  }

  /** Bytes of every packet but the last: UDP_SEGMENT. */
  public int segmentBytes() {
    return segmentBytes;
  }

  /** Native memory of headers and trailers. */
  public MemorySegment scratch() {
    return scratch;
  }

  public long headerOffset(int packet) {
    return (long) packet * STRIDE;
  }

  public int headerLength(int packet) {
    return headerLengths[packet];
  }

  /** Whether some packet's payload lies in this memory. */
  boolean carries(MemorySegment memory) {
    for (int packet = 0; packet < count; packet++) {
      if (payloadLengths[packet] > 0 && payloads[packet].address() == memory.address()) {
        return true;
      }
    }
    return false;
  }

  /** Native memory of the payload; any segment if {@link #payloadLength} is 0. */
  public MemorySegment payload(int packet) {
    return payloads[packet];
  }

  public long payloadOffset(int packet) {
    return payloadOffsets[packet];
  }

  public int payloadLength(int packet) {
    return payloadLengths[packet];
  }

  public long trailerOffset(int packet) {
    return (long) packet * STRIDE + TRAILER_AT;
  }

  public int trailerLength(int packet) {
    return trailerLengths[packet];
  }

  /** Bytes of one packet: headers, payload, padding and CRC. */
  public int packetBytes(int packet) {
    return headerLengths[packet] + payloadLengths[packet] + trailerLengths[packet];
  }
}
