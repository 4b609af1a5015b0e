// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bursts for tests of what sends them, filled with bytes that tell each packet. */
public final class Bursts {
  /** Bytes before and behind the payload. */
  public static final int FRAME_BYTES = 16;

  private static final IpAddress NOWHERE = IpAddress.ofIpv4(0x7f000001);

  private Bursts() {}

  /**
   * A burst of packets whose header is 12 bytes of the packet's number, whose trailer is 4 of it.
   *
   * @param payload native; packet {@code i} has the next {@code payloadBytes} of it, the last may
   *     have fewer
   */
  public static Burst of(
      IpAddress destination, int port, int label, MemorySegment payload, int payloadBytes) {
    Burst burst = new Burst();
    burst.begin(new Flow(0, destination, label, 0, destination, port, 0), false);
    long left = payload.byteSize();
    for (int packet = 0; packet == 0 || left > 0; packet++) {
      int length = (int) Math.min(left, payloadBytes);
      burst.scratch().asSlice(burst.nextHeaderOffset(), FRAME_BYTES - 4).fill((byte) packet);
      burst.scratch().set(ValueLayout.JAVA_INT_UNALIGNED, burst.nextTrailerOffset(), packet);
      burst.add(FRAME_BYTES - 4, payload, payload.byteSize() - left, length, 4);
      left -= length;
    }
    return burst;
  }

  /** A burst of one packet that leaves by a port. */
  public static Burst from(int localPort, int payloadBytes) {
    Burst burst = new Burst();
    burst.begin(new Flow(localPort, NOWHERE, 1, 40_000, NOWHERE, 50_000, 0), false);
    burst.add(FRAME_BYTES - 4, Arena.ofAuto().allocate(payloadBytes), 0, payloadBytes, 4);
    return burst;
  }
}
