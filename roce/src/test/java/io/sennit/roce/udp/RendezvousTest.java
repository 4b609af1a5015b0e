// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.roce.RemotePort;
import io.sennit.roce.udp.RendezvousWire.Announced;
import io.sennit.roce.udp.RendezvousWire.Kind;
import io.sennit.roce.udp.RendezvousWire.Meeting;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.RendezvousException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a peer can make this process send to, and what a rendezvous leaves behind. */
final class RendezvousTest {
  private static final LocalAddress HERE = local("127.0.0.1");
  private static final LocalAddress NOT_HERE = local("192.0.2.1");
  private static final Token ID = new Token(1, 2);
  private static final Token TOKEN = new Token(3, 4);

  private static LocalAddress local(String address) {
    return new LocalAddress(ip(address), "", 1024);
  }

  private static IpAddress ip(String literal) {
    return IpAddress.of(InetAddress.ofLiteral(literal).getAddress());
  }

  private static Meeting naming(String address, int helloPort) {
    RemotePort port = new RemotePort(ip(address), 4791, 1024, 1 << 20);
    return new Meeting(ID, Token.NONE, List.of(new Announced(port, helloPort)));
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  /** So many that other threads' files do not matter. */
  @Test
  void addressThatCannotBeBoundLeavesNoFileOpen() throws IOException {
    List<LocalAddress> addresses = List.of(NOT_HERE, NOT_HERE);
    long before = openFiles();
    for (int round = 0; round < 50; round++) {
      assertThrows(RendezvousException.class, () -> Rendezvous.open(addresses, UdpPorts.ANY));
      assertThrows(
          RendezvousException.class,
          () -> new Introduction(addresses, naming("127.0.0.1", 9), TOKEN, Clock.system()));
    }
    long more = openFiles() - before;
    assertTrue(more < 50, () -> more + " more files are open");
  }

  @Test
  void addressThatHasGoneKeepsNobodyFromMeetingOnTheOthers() throws RendezvousException {
    Rendezvous rendezvous = Rendezvous.open(List.of(NOT_HERE, HERE), UdpPorts.ANY);
    assertEquals(0, rendezvous.port(0));
    assertTrue(rendezvous.port(1) > 0);
    assertEquals(0, rendezvous.port(2));
    rendezvous.follow(List.of(NOT_HERE, HERE, HERE));
    assertTrue(rendezvous.port(2) > 0);
    rendezvous.follow(List.of(HERE, NOT_HERE, HERE));
    assertTrue(rendezvous.port(0) > 0, "the port has another address");
    assertEquals(0, rendezvous.port(1));
    rendezvous.close();
    try (Introduction hello =
        new Introduction(List.of(NOT_HERE, HERE), naming("127.0.0.1", 9), TOKEN, Clock.system())) {
      assertThrows(RendezvousException.class, () -> hello.perform(1));
    }
  }

  /** As one that has just come and cannot be bound to yet. */
  @Test
  void addressThatCouldNotBeBoundIsTriedAgain() throws Exception {
    List<LocalAddress> addresses = List.of(HERE, local("127.0.0.2"));
    int taken;
    Rendezvous rendezvous;
    try (DatagramChannel other = socket("127.0.0.1")) {
      taken = ((InetSocketAddress) other.getLocalAddress()).getPort();
      rendezvous = Rendezvous.open(addresses, UdpPorts.only(taken));
      rendezvous.follow(addresses);
      assertEquals(0, rendezvous.port(0));
    }
    rendezvous.follow(addresses);
    int bound = rendezvous.port(0);
    rendezvous.close();
    assertEquals(taken, bound);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, true",
    "0.1.2.3, true",
    "224.0.0.1, true",
    "239.255.255.255, true",
    "240.0.0.1, true",
    "255.255.255.255, true",
    "'::', true",
    "ff02::1, true",
    "ff0e::5, true",
    "127.0.0.1, false",
    "127.9.9.9, false",
    "::1, false"
  })
  void addressesThatNoPeerCanHaveAreRefused(String address, boolean local) {
    Meeting met = naming(address, 9);
    RendezvousException refused =
        assertThrows(RendezvousException.class, () -> met.checkAddresses(local));
    assertTrue(String.valueOf(refused.getMessage()).contains("cannot be its own"), address);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "::1, true",
    "10.0.0.1, false",
    "223.255.255.255, false",
    "1.0.0.0, false",
    "fd00::1, false",
    "2001:db8::1, false"
  })
  void addressesThatAPeerMayHaveAreTaken(String address, boolean local) {
    Meeting met = naming(address, 9);
    assertDoesNotThrow(() -> met.checkAddresses(local));
  }

  @ParameterizedTest
  @ValueSource(strings = {"224.0.0.1", "0.0.0.0", "255.255.255.255"})
  void offerThatNamesNobodyIsSentNothing(String address) {
    try (Device device = new RoceProvider().open(Map.of("addresses", "127.0.0.1"));
        CompletionChannel channel = device.createCompletionChannel()) {
      byte[] offer = RendezvousWire.encode(Kind.OFFER, naming(address, 9));
      String said = String.valueOf(assertThrows(
              RendezvousException.class,
              () -> device.accept(offer, Side.DOMAIN, channel, Side.PATIENCE_NANOS))
          .getMessage());
      assertTrue(said.contains(address), said);
    }
  }

  /** The hello came from 127.0.0.1; whoever is at the other address has not asked for packets. */
  @ParameterizedTest
  @CsvSource({"127.0.0.77, false", "127.0.0.1, true", "224.0.0.1, false"})
  void answerMustNameWhereTheHelloCameFrom(String named, boolean taken) throws Exception {
    try (Device device = new RoceProvider().open(Map.of("addresses", "127.0.0.1"));
        CompletionChannel channel = device.createCompletionChannel();
        Invitation invitation = device.invite(Side.DOMAIN, channel)) {
      Meeting offer = RendezvousWire.decode(Kind.OFFER, invitation.offer());
      try (Introduction hello = new Introduction(List.of(HERE), offer, TOKEN, Clock.system())) {
        hello.perform(Side.PATIENCE_NANOS);
      }
      List<Announced> ports = naming(named, 0).ports();
      byte[] answer =
          RendezvousWire.encode(Kind.ANSWER, new Meeting(offer.invitation(), TOKEN, ports));
      if (taken) {
        assertTrue(
            invitation.complete(answer, Side.PATIENCE_NANOS).close(), "the domain is not closed");
      } else {
        assertThrows(
            RendezvousException.class, () -> invitation.complete(answer, Side.PATIENCE_NANOS));
      }
    }
  }

  /** Answers the first hello, from its own socket or from another, as often as it is asked. */
  private static Thread welcomer(DatagramChannel asked, DatagramChannel answering) {
    return Thread.ofPlatform().start(() -> {
      ByteBuffer hello = ByteBuffer.allocate(100);
      try {
        SocketAddress from = asked.receive(hello);
        for (int again = 0; again < 100; again++) {
          byte[] welcome = RendezvousWire.datagram(Kind.WELCOME, ID, TOKEN);
          answering.send(ByteBuffer.wrap(welcome), from);
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private static DatagramChannel socket(String address) throws IOException {
    return DatagramChannel.open().bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
  }

  @Test
  void welcomeOfSomebodyElseIsNone() throws Exception {
    for (String other : List.of("127.0.0.1", "127.0.0.77")) {
      try (DatagramChannel asked = socket("127.0.0.1");
          DatagramChannel answering = socket(other)) {
        Thread thread = welcomer(asked, answering);
        assertThrows(
            RendezvousException.class, () -> introduce(asked, TimeUnit.MILLISECONDS.toNanos(200)));
        thread.join();
      }
    }
    try (DatagramChannel asked = socket("127.0.0.1")) {
      Thread thread = welcomer(asked, asked);
      assertDoesNotThrow(() -> introduce(asked, Side.PATIENCE_NANOS));
      thread.join();
    }
  }

  private static void introduce(DatagramChannel asked, long timeoutNanos) throws Exception {
    int port = ((InetSocketAddress) asked.getLocalAddress()).getPort();
    Meeting offer = naming("127.0.0.1", port);
    try (Introduction hello = new Introduction(List.of(HERE), offer, TOKEN, Clock.system())) {
      hello.perform(timeoutNanos);
    }
  }

  /** Many datagrams at once are answered all the same, each once. */
  @Test
  void hellosBeyondOneRoundAreAnsweredInTheNext() throws Exception {
    Rendezvous rendezvous = Rendezvous.open(List.of(HERE), UdpPorts.ANY);
    try (DatagramChannel asking = socket("127.0.0.1")) {
      int hellos = 3 * RoceConfig.RENDEZVOUS_DATAGRAMS;
      InetSocketAddress to =
          new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), rendezvous.port(0));
      byte[] hello = RendezvousWire.datagram(Kind.HELLO, ID, TOKEN);
      for (int at = 0; at < hellos; at++) {
        asking.send(ByteBuffer.wrap(hello), to);
      }
      for (int at = 0; at < hellos; at++) {
        ByteBuffer reply = ByteBuffer.allocate(100);
        assertEquals(to, asking.receive(reply));
        assertTrue(RendezvousWire.is(Kind.REFUSED, reply.flip()), "reply " + at);
      }
    } finally {
      rendezvous.close();
    }
  }
}
