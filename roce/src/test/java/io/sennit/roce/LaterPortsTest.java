// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.ProtectionDomain;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a domain makes of ports that come after the rendezvous. */
final class LaterPortsTest {
  private static final IpAddress PEER = IpAddress.ofIpv4(0x0a00_0201);
  private static final IpAddress NEXT = IpAddress.ofIpv4(0x0a00_0202);
  private static final IpAddress IPV6 = new IpAddress(0x2001_0db8_0000_0000L, 1);

  private final Node node = new Node(
      Node.ports(1, 1, 1024), EngineConfig.STANDARD, Randomness.seeded(1), copy -> {}, () -> {});
  private final ProtectionDomain domain = node.engine.createDomain(new DomainSpec(
      new DomainConfig(1 << 20, 4), List.of(new RemotePort(PEER, 9, 1024, 4096)), 4096, () -> {}));

  private static byte[] address(IpAddress address) {
    return PortAddress.encode(new RemotePort(address, 9, 1024, 4096));
  }

  private void refused(String reason, int port, byte[] address) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> domain.addRemotePort(port, address));
    assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal::toString);
  }

  @Test
  void addressOfAPortKeepsItsBytes() {
    String golden = "534e5250" + "01" + "00" + "4e21" + "00000000000000000000ffff0a000102" + "0400"
        + "0000" + "00002000";
    node.ports.stream()
        .findFirst()
        .ifPresent(port -> node.engine.addPort(
            new LocalPort(IpAddress.ofIpv4(0x0a00_0102), port.receivePort(), 1024)));
    assertEquals(golden, HexFormat.of().formatHex(domain.portAddress(1)));
    RemotePort read = PortAddress.decode(HexFormat.of().parseHex(golden));
    assertEquals(new RemotePort(IpAddress.ofIpv4(0x0a00_0102), 0x4e21, 1024, 8192), read);
    assertThrows(IllegalArgumentException.class, () -> domain.portAddress(2));
  }

  @Test
  void portsOfAPeerComeOneAfterTheOther() {
    assertTrue(domain.addRemotePort(1, address(NEXT)));
    assertFalse(domain.addRemotePort(1, address(NEXT)), "known by this address");
    assertTrue(domain.mayJoin(0, 1));
    domain.addRemotePort(2, address(IPV6));
    assertFalse(domain.mayJoin(0, 2), "IPv4 to IPv6");
    refused("not the next of 3 ports", 4, address(IpAddress.ofIpv4(0x0a00_0203)));
    for (int port = 3; port < 16; port++) {
      domain.addRemotePort(port, address(IpAddress.ofIpv4(0x0a00_0300 + port)));
    }
    refused("16 at most", 16, address(IpAddress.ofIpv4(0x0a00_0400)));
  }

  @Test
  void portsOfAPeerGetOtherAddressesOfTheirKind() throws UnknownHostException {
    assertFalse(domain.addRemotePort(0, address(PEER)));
    assertTrue(domain.addRemotePort(0, address(NEXT)));
    assertEquals(List.of(InetAddress.getByName("10.0.2.2")), domain.remoteAddresses());
    assertTrue(domain.addRemotePort(0, address(PEER)), "it may come back");
    refused("does not change its IP version", 0, address(IPV6));
    refused("elsewhere", 0, address(IpAddress.ofIpv4(0x7f00_0001)));
    refused("not the next", -1, address(NEXT));
    assertEquals(List.of(InetAddress.getByName("10.0.2.1")), domain.remoteAddresses());
  }

  @Test
  void ownPortGetsAnotherAddressOfItsKind() {
    LocalPort moved = new LocalPort(IpAddress.ofIpv4(0x0a00_0109), 0x1234, 1024);
    node.engine.movePort(0, moved);
    RemotePort told = PortAddress.decode(domain.portAddress(0));
    assertEquals(moved.address(), told.address());
    assertEquals(moved.receivePort(), told.receivePort());
    LocalPort other = new LocalPort(IPV6, 9, 1024);
    assertThrows(IllegalArgumentException.class, () -> node.engine.movePort(0, other));
    assertEquals(told, PortAddress.decode(domain.portAddress(0)));
  }

  @Test
  void addressesThatAPeerCannotHaveAreRefused() {
    refused("no port has the address", 1, address(IpAddress.ofIpv4(0)));
    refused("no port has the address", 1, address(IpAddress.ofIpv4(0xe000_0001)));
    refused("elsewhere", 1, address(IpAddress.ofIpv4(0x7f00_0001)));
    byte[] good = address(NEXT);
    refused("no port's address", 1, new byte[0]);
    refused("no port's address", 1, Arrays.copyOf(good, 31));
    refused("no port's address", 1, Arrays.copyOf(good, 33));
    for (int at : new int[] {0, 3, 4, 24, 25}) {
      byte[] bad = good.clone();
      bad[at] ^= 0x51;
      assertThrows(IllegalArgumentException.class, () -> domain.addRemotePort(1, bad), "at " + at);
    }
    byte[] nowhere = good.clone();
    nowhere[6] = 0;
    nowhere[7] = 0;
    assertThrows(IllegalArgumentException.class, () -> domain.addRemotePort(1, nowhere));
    byte[] reserved = good.clone();
    reserved[5] = 1;
    reserved[26] = 1;
    domain.addRemotePort(1, reserved);
    assertArrayEquals(good, address(NEXT));
  }
}
