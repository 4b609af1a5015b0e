// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.RemotePort;
import io.sennit.roce.udp.RendezvousWire.Announced;
import io.sennit.roce.udp.RendezvousWire.Kind;
import io.sennit.roce.udp.RendezvousWire.Meeting;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RendezvousWireTest {
  private static final Token ID = new Token(0x00010203_04050607L, 0x08090a0b_0c0d0e0fL);
  private static final Token TOKEN = new Token(0xf0f1f2f3_f4f5f6f7L, 0xf8f9fafb_fcfdfeffL);
  private static final Announced IPV4 =
      new Announced(new RemotePort(IpAddress.ofIpv4(0x0a000001), 0xc001, 4096, 0x200000), 0xc002);
  private static final Announced IPV6 =
      new Announced(new RemotePort(new IpAddress(0x20010db8_00000000L, 1), 0xffff, 1024, 1), 0);

  /** Golden: these bytes are version 1 for ever. */
  private static final String OFFER = "534e5243" + "01" + "01" + "0000"
      + "000102030405060708090a0b0c0d0e0f" + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
      + "00000000" + "0002" + "0000"
      + "00000000000000000000ffff0a000001" + "c001" + "c002" + "1000" + "0000" + "00200000"
      + "20010db8000000000000000000000001" + "ffff" + "0000" + "0400" + "0000" + "00000001";

  private static final String HELLO = "534e5243" + "01" + "03" + "0000"
      + "000102030405060708090a0b0c0d0e0f" + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

  @Test
  void bytesOfAnOfferAreWhatTheyWere() throws RendezvousException {
    byte[] bytes = RendezvousWire.encode(Kind.OFFER, new Meeting(ID, TOKEN, List.of(IPV4, IPV6)));
    assertEquals(OFFER, HexFormat.of().formatHex(bytes));
    Meeting read = RendezvousWire.decode(Kind.OFFER, bytes);
    assertEquals(ID, read.invitation());
    assertEquals(TOKEN, read.token());
    assertEquals(List.of(IPV4, IPV6), read.ports());
  }

  @Test
  void bytesOfAHelloAreWhatTheyWere() {
    byte[] bytes = RendezvousWire.datagram(Kind.HELLO, ID, TOKEN);
    assertEquals(HELLO, HexFormat.of().formatHex(bytes));
    ByteBuffer datagram = ByteBuffer.wrap(bytes);
    assertTrue(RendezvousWire.is(Kind.HELLO, datagram));
    assertFalse(RendezvousWire.is(Kind.WELCOME, datagram));
    assertFalse(RendezvousWire.is(Kind.HELLO, ByteBuffer.wrap(bytes, 0, 39)));
    assertEquals(ID, RendezvousWire.invitation(datagram));
    assertEquals(TOKEN, RendezvousWire.token(datagram));
  }

  @Test
  void reservedFieldsAndFeaturesAreIgnored() throws RendezvousException {
    byte[] bytes = HexFormat.of().parseHex(OFFER);
    for (int at : new int[] {6, 7, 40, 43, 46, 47, 48 + 22, 48 + 23}) {
      bytes[at] = -1;
    }
    assertEquals(List.of(IPV4, IPV6), RendezvousWire.decode(Kind.OFFER, bytes).ports());
  }

  @Test
  void everythingElseThatIsWrongIsRefused() {
    byte[] good = HexFormat.of().parseHex(OFFER);
    int port = 48;
    refused(good, 0, 'X');
    refused(good, 4, 2);
    refused(good, 5, 2);
    refused(good, 45, 0);
    refused(good, 45, 1);
    refused(good, 44, 1);
    refused(good, port + 16, 0, 0);
    refused(good, port + 20, 0x10, 1);
    refused(good, port + 20, 0, 128);
    refused(good, port + 24, 0x80);
    refused(good, port + 24, 0, 0, 0, 0);
    assertThrows(RendezvousException.class, () -> RendezvousWire.decode(Kind.ANSWER, good));
  }

  private static void refused(byte[] good, int at, int... bytes) {
    byte[] wrong = good.clone();
    for (int index = 0; index < bytes.length; index++) {
      wrong[at + index] = (byte) bytes[index];
    }
    assertThrows(
        RendezvousException.class,
        () -> RendezvousWire.decode(Kind.OFFER, wrong),
        "byte " + at + " as " + Arrays.toString(bytes));
  }

  @Test
  void mostPortsFitAndOneMoreDoesNot() throws RendezvousException {
    List<Announced> most = Collections.nCopies(RoceConfig.MOST_PORTS, IPV4);
    byte[] bytes = RendezvousWire.encode(Kind.ANSWER, new Meeting(ID, TOKEN, most));
    assertTrue(bytes.length <= 1024, bytes.length + " bytes");
    assertEquals(most, RendezvousWire.decode(Kind.ANSWER, bytes).ports());
    List<Announced> more = Collections.nCopies(RoceConfig.MOST_PORTS + 1, IPV4);
    byte[] tooMany = RendezvousWire.encode(Kind.ANSWER, new Meeting(ID, TOKEN, more));
    assertThrows(RendezvousException.class, () -> RendezvousWire.decode(Kind.ANSWER, tooMany));
  }

  @Test
  void mutatedBytesAreReadOrRefusedButNeverCrash() {
    Randomness random = Randomness.seeded(17);
    byte[] good = HexFormat.of().parseHex(OFFER);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = Arrays.copyOf(good, good.length - 2 + random.nextInt(4));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        assertEquals(2, RendezvousWire.decode(Kind.OFFER, bytes).ports().size());
      } catch (RendezvousException e) {
        refused++;
      }
    }
    assertTrue(refused > 10_000 && refused < 20_000, refused + " refused");
  }
}
