// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One boot of the guest, all cases, and one look at everything that went over the link. */
@Tag("guest")
final class GuestTest {
  private static final int MINUTES = 12;
  private static Map<String, String> verdicts = Map.of();

  @BeforeAll
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  static void tryAll() throws IOException, InterruptedException {
    String obstacle = GuestLab.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    try (GuestLab lab = GuestLab.open()) {
      verdicts = lab.tryAll();
    }
  }

  @ParameterizedTest
  @EnumSource
  void rxeAgrees(GuestCase tried) {
    String verdict = verdicts.getOrDefault(tried.name(), "was not tried");
    assertTrue(verdict.startsWith("passed"), () -> tried + " " + verdict);
  }

  @Test
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  void tsharkFindsNoMalformedFieldInEitherSidesPackets() throws Exception {
    List<String> wrong =
        tshark("infiniband && (_ws.malformed || _ws.expert.severity >= 0x00600000)");
    assertEquals(List.of(), wrong, "packets that tshark objects to");
  }

  /** Else the capture proves nothing. */
  @Test
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  void everyKindOfPacketWentEachWay() throws Exception {
    for (String source : List.of("10.98.0.1", "10.98.0.2", "fd98::1", "fd98::2")) {
      String address = (source.contains(":") ? "ipv6.src == " : "ip.src == ") + source;
      TreeSet<Integer> seen = new TreeSet<>();
      tshark("infiniband.bth && " + address).forEach(line -> seen.add(Integer.parseInt(line)));
      // SEND, WRITE and its immediate, READ and its answer, acknowledgements, atomics.
      List<Integer> wanted = List.of(0, 1, 2, 6, 7, 8, 9, 12, 13, 14, 15, 17, 18, 19, 20);
      assertTrue(seen.containsAll(wanted), () -> source + " sent " + seen);
    }
  }

  @Test
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  void messagesThatNobodyAcknowledgesWentEachWay() throws Exception {
    for (String source : List.of("10.98.0.1", "10.98.0.2")) {
      TreeSet<Integer> seen = new TreeSet<>();
      tshark("infiniband.bth && ip.src == " + source)
          .forEach(line -> seen.add(Integer.parseInt(line)));
      // Unreliable connections' SEND FIRST, MIDDLE and LAST, and datagrams.
      List<Integer> wanted = List.of(0x20, 0x21, 0x22, 0x64);
      assertTrue(seen.containsAll(wanted), () -> source + " sent " + seen);
    }
  }

  /** One request for all; our READs ask in pieces. */
  @Test
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  void longMessagesWentEachWay() throws Exception {
    String whole = "infiniband.reth.dmalen == " + LongMessages.LENGTH + " && ip.src == ";
    assertEquals(List.of("6"), tshark(whole + "10.98.0.1"), "our WRITE");
    assertEquals(List.of("6", "12"), tshark(whole + "10.98.0.2"), "rxe's WRITE and READ");
  }

  /** IBTA has it so where no other path is agreed on; rxe has 0, and ignores ours. */
  @Test
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  void ourConnectionsHaveMigrated() throws Exception {
    String ours = "(ip.src == 10.98.0.1 || ipv6.src == fd98::1) && infiniband.bth.opcode < 0x40";
    assertEquals(List.of(), tshark(ours + " && infiniband.bth.m == 0"), "MigReq is 0");
    assertTrue(tshark(ours + " && infiniband.bth.m == 1").size() > 1000, "packets of ours");
  }

  /** The code that sets no limit: as ours, since receives are shared. */
  @Test
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES)
  void neitherSideLimitsTheOtherByCredits() throws Exception {
    for (String source : List.of("10.98.0.1", "10.98.0.2")) {
      String positive = "ip.src == " + source + " && infiniband.aeth.syndrome < 0x20";
      assertEquals(List.of(), tshark(positive + " && infiniband.aeth.syndrome != 0x1f"), source);
      assertTrue(tshark(positive).size() > 100, () -> "acknowledgements of " + source);
    }
  }

  /** rxe sends no UDP checksum, as RoCEv2 allows over IPv6 too. */
  private static List<String> tshark(String filter) throws Exception {
    List<String> command = new ArrayList<>(List.of("tshark", "-r"));
    command.add(GuestLab.capture().toString());
    command.addAll(List.of("-o", "udp.ignore_ipv6_zero_checksum:TRUE", "-Y", filter));
    command.addAll(List.of("-T", "fields", "-e", "infiniband.bth.opcode"));
    return GuestLab.run(command.toArray(String[]::new));
  }
}
