// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel says of the class of packets that have come. */
final class TrafficClassTest {
  private static final int DSCP = 46;
  private static final int ECT_0 = 2;
  private static final int BYTES = 256 << 10;

  @TempDir
  private Path directory;

  /** Near's capture of what has come holds far's acknowledgements and its answers to READs. */
  @ParameterizedTest
  @CsvSource({"127.0.0.1, true", "127.0.0.1, false", "::1, true", "::1, false"})
  void packetsComeInTheClassOfTheirQueuePairAndAskForMarks(String address, String segments)
      throws Exception {
    Path file = directory.resolve("class.pcap");
    Map<String, String> far = Map.of("addresses", address, "segments", segments);
    Map<String, String> near = Map.of("addresses", address, "pcap", file.toString());
    int urgent;
    int plain;
    try (Duo duo = new Duo(near, far)) {
      QueuePair nearUrgent = duo.near.queuePair(0, 1, DSCP);
      Duo.connect(nearUrgent, duo.far.queuePair(0, 1, DSCP));
      urgent = nearUrgent.number();
      plain = duo.nearQueue.number();
      for (QueuePair each : List.of(nearUrgent, duo.nearQueue, nearUrgent)) {
        for (Opcode opcode : List.of(Opcode.WRITE, Opcode.READ)) {
          duo.near.post(each, duo.oneSided(opcode, 1, 0, BYTES));
          duo.next();
        }
      }
    }
    List<CapturedPacket> packets = CapturedPacket.read(file);
    assertEquals(Set.of(DSCP << 2 | ECT_0), classes(packets, urgent));
    assertEquals(Set.of(ECT_0), classes(packets, plain));
  }

  private static Set<Integer> classes(List<CapturedPacket> packets, int queuePair) {
    List<CapturedPacket> its =
        packets.stream().filter(packet -> packet.queuePair() == queuePair).toList();
    assertTrue(its.size() > BYTES / 8192, its.size() + " packets");
    return its.stream().map(CapturedPacket::trafficClass).collect(Collectors.toSet());
  }
}
