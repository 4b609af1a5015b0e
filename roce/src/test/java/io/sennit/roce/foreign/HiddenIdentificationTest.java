// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.EngineCounters;
import io.sennit.roce.EngineCounters.Kind;
import io.sennit.roce.PeerAttributes;
import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.verbs.WorkCompletion;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Packets of a peer whose IPv4 identifications a UDP socket does not show. */
final class HiddenIdentificationTest {
  private static final int FIRST_PSN = 0xff_fff0;
  private static final int PACKETS = 64;

  private final String peer = Station.freshAddress();
  private final String own = Station.freshAddress();

  private Station connected() {
    Station station = new Station(own, peer);
    station.endpoint.connect(
        station.queuePair, new PeerAttributes(17, FIRST_PSN, 1024, 1, 1, Retries.USUAL));
    return station;
  }

  private static int psn(int packet) {
    return (FIRST_PSN + packet) & 0xff_ffff;
  }

  /** Drives the station until a counter has reached a value. */
  private static void await(Station station, Kind kind, long count) {
    EngineCounters counters = station.endpoint.engine().counters();
    for (int turn = 0; turn < 1_000_000 && counters.count(kind) < count; turn++) {
      station.completions.poll(new WorkCompletion[0]);
    }
    assertEquals(count, counters.count(kind), kind + " packets");
  }

  @Test
  void everyIdentificationIsTaken() throws IOException {
    Randomness random = Randomness.seeded(11);
    try (Station station = connected();
        HandMadePeer nic = new HandMadePeer(peer, own)) {
      for (int packet = 0; packet < PACKETS; packet++) {
        station.receives.post(packet, station.memory, 0, 8);
        nic.send(nic.packet(station.queuePair.number(), psn(packet), random.nextInt(1 << 16)));
        assertEquals("RECEIVE " + packet + " SUCCESS", station.next(station));
        assertEquals(8, station.last().byteLength());
      }
    }
  }

  @Test
  void noBitOfAPacketMayBeWrong() throws IOException {
    try (Station station = connected();
        HandMadePeer nic = new HandMadePeer(peer, own)) {
      byte[] right = nic.packet(station.queuePair.number(), psn(0), 0x718c);
      int refused = 0;
      for (int at = 8; at < right.length; at++) {
        byte[] wrong = right.clone();
        wrong[at] ^= (byte) (1 << (at % 8));
        nic.send(wrong);
        refused++;
      }
      await(station, Kind.BAD_CRC, refused);
      assertEquals(0, station.endpoint.engine().counters().count(Kind.RECEIVED));
    }
  }

  @Test
  void anotherAddressIsNotThePeersWhateverItsPort() throws IOException {
    String other = Station.freshAddress();
    try (Station station = connected();
        HandMadePeer nic = new HandMadePeer(peer, own);
        HandMadePeer thief = new HandMadePeer(other, own)) {
      station.receives.post(1, station.memory, 0, 8);
      thief.send(thief.packet(station.queuePair.number(), psn(0), 1));
      await(station, Kind.WRONG_SOURCE, 1);
      assertEquals(1, station.receives.posted(), "receives that are left");
      nic.send(nic.packet(station.queuePair.number(), psn(0), 1));
      assertTrue(station.next(station).startsWith("RECEIVE 1 SUCCESS"), "the peer's own packet");
    }
  }
}
