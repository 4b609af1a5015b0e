// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.udp.RendezvousWire.Announced;
import io.sennit.roce.udp.RendezvousWire.Kind;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.RendezvousException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** All that peers send to a process goes to the UDP ports that it was told to use. */
final class UdpPortsTest {
  /** On an address that no other test uses. */
  private static final Map<String, String> FOUR =
      Map.of("addresses", "127.0.0.77", "ports", "47100-47103");

  private final RoceProvider provider = new RoceProvider();

  @Test
  void packetsAndHellosAreAwaitedWithinTheRange() throws RendezvousException {
    try (Device device = provider.open(FOUR);
        CompletionChannel channel = device.createCompletionChannel();
        Invitation invitation = device.invite(Side.DOMAIN, channel)) {
      List<Announced> ports =
          RendezvousWire.decode(Kind.OFFER, invitation.offer()).ports();
      assertEquals(
          List.of(47100, 47101),
          List.of(ports.getFirst().port().receivePort(), ports.getFirst().helloPort()));
    }
  }

  @Test
  void twoProcessesShareARange() throws RendezvousException {
    try (Duo duo = Duo.open(FOUR)) {
      duo.move(Opcode.WRITE, 100_000, 50_000);
      int other = duo.far.channel.announced().getFirst().receivePort();
      assertTrue(other > 47100 && other <= 47103, () -> "UDP port " + other);
    }
  }

  @Test
  void aRangeThatIsUsedUpIsSaidByName() {
    try (Device device = provider.open(FOUR);
        CompletionChannel one = device.createCompletionChannel();
        CompletionChannel two = device.createCompletionChannel();
        CompletionChannel three = device.createCompletionChannel();
        CompletionChannel four = device.createCompletionChannel()) {
      assertEquals(4, List.of(one, two, three, four).size());
      IllegalStateException refusal =
          assertThrows(IllegalStateException.class, device::createCompletionChannel);
      assertEquals(
          "No sockets for an event loop: binding each of UDP ports 47100-47103 of 127.0.0.77, the"
              + " range of roce.ports, which must be longer: the port is taken by another socket.",
          refusal.getMessage());
    }
  }
}
