// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.roce.spi.BareUdp;
import java.lang.foreign.ValueLayout;

/** Sizes by which bare packets are like those of RoCEv2. */
final class BareWire {
  /** Of the headers that most packets have: IBTA's BTH. */
  static final int HEADER_BYTES = 12;

  /** Of a READ request's second header, sent as payload here. */
  static final int REQUEST_BYTES = 16;

  /** Of an answer: how many packets have come. */
  static final int ANSWER_BYTES = 8;

  /** Packets that one request asks for. */
  static final int PACKETS_PER_REQUEST = 16;

  /** Packets under way, as many as the provider's share of a receive socket. */
  static final int WINDOW_PACKETS = 256;

  private static final int MOST_PACKETS = 64;
  private static final int MOST_BYTES = 65_507;
  private static final int TRAILER_BYTES = 4;

  private BareWire() {}

  /** Payload of each packet. */
  static int payloadBytes(Traffic traffic) {
    return Math.min(traffic.bytes(), Traffic.MTU_BYTES);
  }

  /** Most packets of a send. */
  static int burst(Traffic traffic) {
    return Math.min(
        MOST_PACKETS, MOST_BYTES / (HEADER_BYTES + payloadBytes(traffic) + TRAILER_BYTES));
  }

  /** Where the payload of a packet lies, so that a whole burst lies behind it. */
  static long offset(Traffic traffic, long packet) {
    long bursts = Traffic.MEMORY_BYTES - (long) MOST_PACKETS * payloadBytes(traffic);
    return packet * payloadBytes(traffic) % bursts;
  }

  /**
   * Sends a burst of a stream; the last packet carries its number.
   *
   * @param before number of the latest packet before them
   * @return false if the socket is full
   */
  static boolean send(BareUdp udp, Traffic traffic, int packets, long before) {
    long offset = offset(traffic, before);
    int bytes = payloadBytes(traffic);
    number(udp, offset, packets * bytes, before + packets);
    return udp.send(packets, HEADER_BYTES, offset, bytes);
  }

  /** Writes a number where the last of some packets has its last eight bytes of payload. */
  static void number(BareUdp udp, long offset, int bytes, long number) {
    if (bytes > 0) {
      udp.payload().set(ValueLayout.JAVA_LONG_UNALIGNED, offset + bytes - Long.BYTES, number);
    }
  }
}
