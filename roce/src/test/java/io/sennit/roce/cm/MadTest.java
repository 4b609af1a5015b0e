// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of every message, as the kernel's cm_msgs.h and Wireshark have them. */
final class MadTest {
  private static final String TRANSACTION = "0102030405060708";
  private static final String IDS = "11121314" + "21222324";

  private static String header(String attribute) {
    return "01070203" + "00000000" + TRANSACTION + attribute + "0000" + "00000000";
  }

  private static void assertBytes(String expected, CmMessage message) {
    String all = HexFormat.of().formatHex(Mad.encode(message));
    String wanted = expected.replace(" ", "");
    assertEquals(2 * Mad.BYTES, all.length(), "digits");
    assertEquals(wanted, all.substring(0, wanted.length()));
    assertTrue(all.substring(wanted.length()).matches("0*"), "zeros follow: " + all);
  }

  private static CmMessage decoded(byte[] bytes) throws Unacceptable {
    ByteBuffer mad = ByteBuffer.wrap(bytes);
    CmHeader header = Mad.header(mad);
    assertNotNull(header, "a header");
    CmMessage message = Mad.decode(header, mad);
    assertNotNull(message, "a message");
    return message;
  }

  /** Private data comes back with the zeros behind it; everything else as it was. */
  private static void assertComesBack(CmMessage message) throws Unacceptable {
    byte[] bytes = Mad.encode(message);
    CmMessage back = decoded(bytes);
    assertEquals(message.header(), back.header());
    assertEquals(
        HexFormat.of().formatHex(bytes), HexFormat.of().formatHex(Mad.encode(back)), "bytes");
  }

  @Test
  void requestOverIpv4() {
    String gids = "00000000000000000000ffff0a010203" + "00000000000000000000ffff0a010204";
    assertBytes(
        header("0010") + "11121314 00000000 0000000001061c06 3132333435363738"
            + "00000000 00000000" // Reserved, Q_Key.
            + "414243 05 000000 06 000000 88" // QPN, resources, EECN, depth, EECN, time-out 17.
            + "515253 8b ffff 37 a8" // PSN, time-out 17 and 3 retries, partition, MTU 3 and RNR 7.
            + "ffff ffff" + gids + "00000003 00 40 00 70" // LIDs, GIDs, rate, hops, ACK 14.
            + "00".repeat(44) // No alternate path.
            + "00 40 9c41" // RDMA CM 0, IPv4, port 40001.
            + "000000000000000000000000 0a010203 000000000000000000000000 0a010204"
            + "68656c6c6f",
        Messages.request(Messages.NEAR, Messages.FAR));
  }

  @Test
  void requestOverIpv6() {
    byte[] mad = Mad.encode(Messages.request(Messages.NEAR6, Messages.FAR6));
    String all = HexFormat.of().formatHex(mad);
    String near = "fd000000000000010000000000000203";
    String far = "fd000000000000010000000000000204";
    assertEquals(near + far, all.substring(2 * 80, 2 * 112), "GIDs");
    assertEquals("00609c41" + near + far, all.substring(2 * 164, 2 * 200), "RDMA CM's header");
  }

  @Test
  void reply() {
    assertBytes(
        header("0013") + IDS + "00000000 41424300 00000000 51525300 05 06 00 f0"
            + "3132333435363738 77656c636f6d65",
        Messages.reply());
  }

  @Test
  void readyToUse() {
    assertBytes(header("0014") + IDS, new ReadyToUse(Messages.HEADER));
  }

  @Test
  void reject() {
    assertBytes(
        header("0012") + IDS + "40 06 001c 78797a" + "00".repeat(69) + "6e6f", Messages.reject());
  }

  @Test
  void receipt() {
    assertBytes(
        header("0011") + IDS + "40 a0", new MessageReceipt(Messages.HEADER, Subject.REPLY, 20));
  }

  @Test
  void disconnect() {
    assertBytes(
        header("0015") + IDS + "61626300", new DisconnectRequest(Messages.HEADER, 0x61_6263));
    assertBytes(header("0016") + IDS, new DisconnectReply(Messages.HEADER));
  }

  @Test
  void everyMessageComesBack() throws Unacceptable {
    for (CmMessage message : List.of(
        Messages.request(Messages.NEAR, Messages.FAR),
        Messages.request(Messages.NEAR6, Messages.FAR6),
        Messages.reply(),
        new ReadyToUse(Messages.HEADER),
        Messages.reject(),
        new MessageReceipt(Messages.HEADER, Subject.REQUEST, 31),
        new DisconnectRequest(Messages.HEADER, 0xff_fffe),
        new DisconnectReply(Messages.HEADER))) {
      assertComesBack(message);
    }
  }

  @Test
  void fieldsOfARequestComeBack() throws Unacceptable {
    ConnectRequest sent = Messages.request(Messages.NEAR6, Messages.FAR6);
    ConnectRequest back = (ConnectRequest) decoded(Mad.encode(sent));
    assertEquals(sent.origin(), back.origin());
    assertEquals(sent.terms(), back.terms());
    assertEquals(sent.path(), back.path());
    assertEquals(sent.timing(), back.timing());
    assertEquals(7174, back.port());
    assertEquals(PrivateData.REQUEST_BYTES, back.privateData().length());
  }

  private static byte[] with(byte[] mad, int at, int value) {
    byte[] changed = mad.clone();
    changed[at] = (byte) value;
    return changed;
  }

  @Test
  void whatIsNoMessageOfThisProtocolHasNoHeader() {
    byte[] good = Mad.encode(Messages.reply());
    assertNull(Mad.header(ByteBuffer.allocate(255)), "255 bytes");
    assertNull(Mad.header(ByteBuffer.allocate(257)), "257 bytes");
    assertNull(Mad.header(ByteBuffer.wrap(with(good, 0, 2))), "base version 2");
    assertNull(Mad.header(ByteBuffer.wrap(with(good, 1, 3))), "subnet administration");
    assertNull(Mad.header(ByteBuffer.wrap(with(good, 2, 1))), "class version 1");
    assertNull(Mad.header(ByteBuffer.wrap(with(good, 3, 0x81))), "method GetResp");
  }

  private static RejectReason refusal(byte[] mad) {
    return assertThrows(Unacceptable.class, () -> decoded(mad)).reason();
  }

  @Test
  void requestForWhatIsNotSpokenIsRefusedWithTheReason() {
    byte[] good = Mad.encode(Messages.request(Messages.NEAR, Messages.FAR));
    assertEquals(RejectReason.INVALID_SERVICE_ID, refusal(with(good, 37, 7)), "port space");
    assertEquals(RejectReason.INVALID_TRANSPORT_TYPE, refusal(with(good, 67, 0x8a)), "UC");
  }

  @Test
  void fieldsThatMakeNoSenseAreNoMessage() {
    byte[] good = Mad.encode(Messages.request(Messages.NEAR, Messages.FAR));
    int[][] changes = {
      {74, 0x07}, // MTU code 0
      {74, 0x67}, // MTU code 6
      {164, 1}, // RDMA CM version 1
      {165, 0x50} // IP version 5
    };
    for (int[] change : changes) {
      byte[] bad = with(good, change[0], change[1]);
      assertThrows(
          IllegalArgumentException.class, () -> decoded(bad), change[0] + " = " + change[1]);
    }
    byte[] nobody = with(with(with(good, 56, 0), 57, 0), 58, 1);
    assertThrows(IllegalArgumentException.class, () -> decoded(nobody), "queue pair 1");
    byte[] longInfo = with(Mad.encode(Messages.reject()), 33, 73 << 1);
    assertThrows(IllegalArgumentException.class, () -> decoded(longInfo), "73 bytes of 72");
  }

  /** Whatever comes: a message, a refusal, or the one exception for nonsense. */
  @Test
  void randomBytesNeverDoAnythingElse() {
    Randomness random = Randomness.seeded(12);
    int messages = 0;
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = new byte[Mad.BYTES];
      random.nextBytes(bytes);
      ByteBuffer.wrap(bytes).putInt(0, 0x0107_0203).putShort(16, (short) (0x0f + round % 9));
      try {
        ByteBuffer mad = ByteBuffer.wrap(bytes);
        CmHeader header = Mad.header(mad);
        assertNotNull(header, "a header");
        messages += Mad.decode(header, mad) == null ? 0 : 1;
      } catch (Unacceptable | IllegalArgumentException expected) {
        assertNotNull(expected.getMessage(), "words");
      }
    }
    assertTrue(messages > 10_000, messages + " messages");
  }

  @Test
  void privateDataThatDoesNotFitIsRefused() {
    PrivateData long56 = PrivateData.of(new byte[57]);
    assertThrows(IllegalArgumentException.class, () -> long56.checked(PrivateData.REQUEST_BYTES));
  }

  @Test
  void everyRejectionHasWords() {
    for (RejectReason reason : RejectReason.values()) {
      assertEquals(reason.words(), RejectReason.words(reason.code()), reason.name());
    }
    assertEquals("the peer rejects it with code 99", RejectReason.words(99));
  }

  @Test
  void addressesOfAnotherVersionAreRead() {
    ByteBuffer header = ByteBuffer.allocate(Origin.BYTES);
    IpAddress low = new IpAddress(0, 5);
    new Origin(0, low, low, 9).write(header);
    assertEquals(new Origin(0, low, low, 9), Origin.read(header.flip(), 0));
  }
}
