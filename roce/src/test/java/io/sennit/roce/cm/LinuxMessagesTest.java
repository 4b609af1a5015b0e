// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * Messages of Linux 6.1 with rxe, captured from {@code rping} in both roles; expected is what
 * Wireshark shows of them.
 */
final class LinuxMessagesTest {
  private static final String REQUEST_IPV4 = """
      010702030000000000000002ca3f1d240010000000000000241d3fca000000000000000001061c06
      000000fffe98000200000000000000000000130100000001000000a0d4602ca7ffff37f0ffffffff
      00000000000000000000ffff0a62000200000000000000000000ffff0a6200012a7bf00000400098
      00000000000000000000000000000000000000000000000000000000000000000000000000000000
      00000000004099270000000000000000000000000a6200020000000000000000000000000a620001
      """;
  private static final String REQUEST_IPV6 = """
      010702030000000000000002ca3f1d290010000000000000291d3fca000000000000000001061c06
      000000fffe98000200000000000000000000150100000001000000a0e93e1ba7ffff37f0ffffffff
      fd980000000000000000000000000002fd98000000000000000000000000000122ded00000400098
      00000000000000000000000000000000000000000000000000000000000000000000000000000000
      0000000000609539fd980000000000000000000000000002fd980000000000000000000000000001
      """;
  private static final String REPLY = """
      0107020300000000ed9e5296da1c08d60013000000000000271d3fca47736cf60000000000001100
      00000000fbe6c200010178e0000000fffe980002
      """;
  private static final String READY =
      "010702030000000000000002ca3f1d240014000000000000241d3fca0d49925d";
  private static final String REJECT =
      "0107020300000000322486b144c5aa5a001200000000000000000000d17a35b000000008";
  private static final String DISCONNECT_REQUEST =
      "010702030000000000000002ca3f1d270015000000000000271d3fca47736cf634c1fb";
  private static final String DISCONNECT_REPLY =
      "0107020300000000c424078c6db571590016000000000000251d3fcaa9635989";

  private static final long ADAPTER = 0xff_fe98_0002L;

  /** The message of bytes that zeros follow. */
  private static CmMessage decode(String digits) throws Unacceptable {
    byte[] begin = HexFormat.of().parseHex(digits.replace("\n", ""));
    ByteBuffer mad = ByteBuffer.allocate(Mad.BYTES).put(0, begin);
    CmHeader header = Mad.header(mad);
    assertNotNull(header, "a header");
    CmMessage message = Mad.decode(header, mad);
    assertNotNull(message, "a message");
    return message;
  }

  private static ConnectRequest request(CmHeader header, Origin origin, QueuePairTerms terms) {
    return new ConnectRequest(
        header,
        ConnectRequest.IP_SERVICE | 7174,
        origin,
        terms,
        new RequestTerms(1024, 19, 7),
        new CmTiming(20, 15),
        PrivateData.of(new byte[PrivateData.REQUEST_BYTES]));
  }

  @Test
  void requestOverIpv4() throws Unacceptable {
    IpAddress own = IpAddress.ofIpv4(0x0a62_0001);
    IpAddress linux = IpAddress.ofIpv4(0x0a62_0002);
    assertEquals(
        request(
            new CmHeader(0x2_ca3f_1d24L, 0x241d_3fca, 0),
            new Origin(ADAPTER, linux, own, 0x9927),
            new QueuePairTerms(0x13, 0xd4_602c, 1, 1, 7)),
        decode(REQUEST_IPV4));
  }

  @Test
  void requestOverIpv6() throws Unacceptable {
    IpAddress own = new IpAddress(0xfd98L << 48, 1);
    IpAddress linux = new IpAddress(0xfd98L << 48, 2);
    assertEquals(
        request(
            new CmHeader(0x2_ca3f_1d29L, 0x291d_3fca, 0),
            new Origin(ADAPTER, linux, own, 0x9539),
            new QueuePairTerms(0x15, 0xe9_3e1b, 1, 1, 7)),
        decode(REQUEST_IPV6));
  }

  @Test
  void reply() throws Unacceptable {
    assertEquals(
        new ConnectReply(
            new CmHeader(0xed9e_5296_da1c_08d6L, 0x271d_3fca, 0x4773_6cf6),
            ADAPTER,
            new QueuePairTerms(0x11, 0xfb_e6c2, 1, 1, 7),
            PrivateData.of(new byte[PrivateData.REPLY_BYTES])),
        decode(REPLY));
  }

  @Test
  void readyToUse() throws Unacceptable {
    assertEquals(
        new ReadyToUse(new CmHeader(0x2_ca3f_1d24L, 0x241d_3fca, 0x0d49_925d)), decode(READY));
  }

  @Test
  void rejectionOfARequestForAPortWhereNobodyListens() throws Unacceptable {
    ConnectReject reject = (ConnectReject) decode(REJECT);
    assertEquals(new CmHeader(0x3224_86b1_44c5_aa5aL, 0, 0xd17a_35b0), reject.header());
    assertEquals(Subject.REQUEST, reject.subject());
    assertTrue(RejectReason.words(reject.reason()).startsWith("nobody listens"), reject.toString());
  }

  @Test
  void end() throws Unacceptable {
    assertEquals(
        new DisconnectRequest(new CmHeader(0x2_ca3f_1d27L, 0x271d_3fca, 0x4773_6cf6), 0x34_c1fb),
        decode(DISCONNECT_REQUEST));
    assertEquals(
        new DisconnectReply(new CmHeader(0xc424_078c_6db5_7159L, 0x251d_3fca, 0xa963_5989)),
        decode(DISCONNECT_REPLY));
  }
}
