// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.base.Randomness;
import io.sennit.shm.os.LocalSocket;
import io.sennit.shm.os.OsException;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import io.sennit.verbs.spi.VerbsProvider;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who meets whom, and who must not. */
final class MeetingTest {
  private Set<String> before = Set.of();
  private Device device = new ShmProvider().open();
  private CompletionChannel channel = device.createCompletionChannel();

  @BeforeEach
  void open() throws Exception {
    close();
    before = Descriptors.openNow();
    device = new ShmProvider().open();
    channel = device.createCompletionChannel();
  }

  void close() {
    channel.close();
    device.close();
  }

  @AfterEach
  void nothingIsLeft() {
    close();
    Waits.until("all files closed", () -> Descriptors.since(before).isEmpty());
  }

  @Test
  void theProviderIsFoundAndWillingHere() {
    List<String> names = ServiceLoader.load(VerbsProvider.class).stream()
        .map(found -> found.get().name())
        .toList();
    assertEquals(List.of("shm"), names);
    assertEquals("", new ShmProvider().availability().reason());
  }

  @Test
  void twoHundredSessionsLeaveNothing() throws Exception {
    for (int i = 0; i < 200; i++) {
      Pair pair = Pair.connected();
      pair.accepting.receive(1, 0, 64);
      pair.inviting.send(1, 0, 64);
      pair.close();
    }
    Waits.until("all files closed", () -> Descriptors.openNow().size() <= before.size() + 3);
    assertEquals(Set.of(), Descriptors.mappings());
  }

  @Test
  void anOfferFromAnotherNetworkNamespaceIsNotReached() throws Exception {
    assumeTrue(LimitsTest.canUnshare("-n"), "needs root, to make a network namespace");
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    Process child = Twin.start(List.of("unshare", "-n"), Opcode.WRITE.name());
    new PrintStream(child.getOutputStream(), true)
        .println(HexFormat.of().formatHex(invitation.offer()));
    try (BufferedReader out = Twin.reader(child)) {
      String said = String.valueOf(out.readLine());
      assertTrue(said.startsWith("refused") && said.contains("network namespace"), said);
    }
    child.destroyForcibly().waitFor();
    invitation.close();
  }

  @Test
  void aClosedInvitationIsNotAnswered() throws Exception {
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    invitation.close();
    assertRefused(invitation.offer());
    assertThrows(
        IllegalStateException.class, () -> invitation.complete(new byte[72], Pair.TIMEOUT_NANOS));
  }

  @Test
  void anInvitationIsForOnePeer() throws Exception {
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    Acceptance first = device.accept(invitation.offer(), Pair.DOMAIN, channel, Pair.TIMEOUT_NANOS);
    assertRefused(invitation.offer());
    ProtectionDomain domain = invitation.complete(first.answer(), Pair.TIMEOUT_NANOS);
    assertTrue(domain.close());
    assertTrue(first.domain().close());
  }

  @Test
  void anAnswerThatHasNotSeenTheMemoryIsRefused() throws Exception {
    for (int wrongByte : new int[] {8, 39, 40, 71}) {
      Invitation invitation = device.invite(Pair.DOMAIN, channel);
      Acceptance acceptance =
          device.accept(invitation.offer(), Pair.DOMAIN, channel, Pair.TIMEOUT_NANOS);
      byte[] answer = acceptance.answer();
      answer[wrongByte] ^= 1;
      assertThrows(
          RendezvousException.class,
          () -> invitation.complete(answer, Pair.TIMEOUT_NANOS),
          "byte " + wrongByte);
      invitation.close();
      assertTrue(acceptance.domain().close());
    }
  }

  @Test
  void anAnswerWithoutAVisitIsRefused() throws Exception {
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    byte[] answer = RendezvousWire.encode(RendezvousWire.Kind.ANSWER, new byte[32], new byte[32]);
    assertThrows(RendezvousException.class, () -> invitation.complete(answer, Pair.TIMEOUT_NANOS));
    invitation.close();
  }

  @Test
  void garbageIsRefusedWithAReason() throws Exception {
    Randomness randomness = Randomness.seeded(42);
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    byte[] good = invitation.offer();
    assertRefused(new byte[0]);
    for (int i = 0; i < 300; i++) {
      byte[] bad = Arrays.copyOf(good, randomness.nextInt(good.length + 200));
      int at = randomness.nextInt(Math.max(1, Math.min(bad.length, good.length)));
      if (bad.length == good.length && at != 6 && at != 7) {
        bad[at] ^= (byte) (1 + randomness.nextInt(255));
      }
      if (bad.length != good.length || (at != 6 && at != 7)) {
        assertRefused(bad);
      }
    }
    invitation.close();
  }

  private void assertRefused(byte[] offer) {
    String message = assertThrows(
            RendezvousException.class,
            () -> device.accept(offer, Pair.DOMAIN, channel, Pair.TIMEOUT_NANOS))
        .getMessage();
    assertNotEquals("", message);
  }

  @Test
  void manyPeersThatSayNothingHoldUpNobodyAndTheOldestGo() throws Exception {
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    byte[] offer = invitation.offer();
    byte[] name = Arrays.copyOfRange(offer, 24, offer.length);
    List<LocalSocket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 3 * Doorstep.MOST_SILENT; i++) {
        silent.add(LocalSocket.connect(name, Pair.TIMEOUT_NANOS));
      }
      Acceptance acceptance = device.accept(offer, Pair.DOMAIN, channel, 2_000_000_000L);
      assertTrue(invitation.complete(acceptance.answer(), Pair.TIMEOUT_NANOS).close());
      assertTrue(acceptance.domain().close());
      assertEquals(0, silent.getFirst().receive(new byte[1]).length(), "hung up on");
      LocalSocket newest = silent.getLast();
      newest.timeout(1);
      String stillThere =
          assertThrows(OsException.class, () -> newest.receive(new byte[1])).reason();
      assertTrue(stillThere.contains("timed out"), stillThere);
    } finally {
      silent.forEach(LocalSocket::close);
    }
  }

  @Test
  void aPeerThatSaysNothingDoesNotHoldUpTheNext() throws Exception {
    Invitation invitation = device.invite(Pair.DOMAIN, channel);
    byte[] offer = invitation.offer();
    byte[] name = Arrays.copyOfRange(offer, 24, offer.length);
    try (LocalSocket silent = LocalSocket.connect(name, Pair.TIMEOUT_NANOS)) {
      Acceptance acceptance = device.accept(offer, Pair.DOMAIN, channel, Pair.TIMEOUT_NANOS);
      assertTrue(invitation.complete(acceptance.answer(), Pair.TIMEOUT_NANOS).close());
      assertTrue(acceptance.domain().close());
      silent.timeout(1);
    }
  }
}
