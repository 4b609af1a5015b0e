// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.roce.wire.IpAddress;

/** One message of each kind, no two fields alike. */
final class Messages {
  static final IpAddress NEAR = IpAddress.ofIpv4(0x0a01_0203);
  static final IpAddress FAR = IpAddress.ofIpv4(0x0a01_0204);
  static final IpAddress NEAR6 = new IpAddress(0xfd00_0000_0000_0001L, 0x0203);
  static final IpAddress FAR6 = new IpAddress(0xfd00_0000_0000_0001L, 0x0204);
  static final CmHeader HEADER = new CmHeader(0x0102_0304_0506_0708L, 0x1112_1314, 0x2122_2324);

  private Messages() {}

  static PrivateData text(String text) {
    return PrivateData.of(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }

  static ConnectRequest request(IpAddress from, IpAddress to) {
    return new ConnectRequest(
        new CmHeader(HEADER.transaction(), HEADER.localId(), 0),
        ConnectRequest.IP_SERVICE | 7174,
        new Origin(0x3132_3334_3536_3738L, from, to, 40_001),
        new QueuePairTerms(0x41_4243, 0x51_5253, 5, 6, 7),
        new RequestTerms(1024, 14, 3),
        new CmTiming(17, 10),
        text("hello"));
  }

  static ConnectReply reply() {
    return new ConnectReply(
        HEADER,
        0x3132_3334_3536_3738L,
        new QueuePairTerms(0x41_4243, 0x51_5253, 5, 6, 7),
        text("welcome"));
  }

  static ConnectReject reject() {
    return new ConnectReject(HEADER, Subject.REPLY, 28, text("xyz"), text("no"));
  }
}
