// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes by which queue pairs find each other. */
final class QueuePairAddressTest {
  private static final String GOLDEN =
      "534e5251" + "03123456" + "40abcdef" + "c001" + "0010" + "00000009";
  private static final QueuePairAddress ADDRESS = new QueuePairAddress(
      0x123456, 0xabcdef, 4096, 0xc001, 16, Features.SELECTIVE_REPAIR | Features.EQUAL_PACKETS);

  @Test
  void bytesAreThoseOfWire() {
    assertEquals(GOLDEN, HexFormat.of().formatHex(ADDRESS.encode()));
    assertEquals(ADDRESS, decode(GOLDEN));
  }

  @Test
  void everythingElseIsRefused() {
    String[] wrong = {
      GOLDEN.replace("534e5251", "534e5250"),
      GOLDEN.replace("03123456", "02123456"),
      GOLDEN.replace("03123456", "04123456"),
      GOLDEN.replace("123456", "000000"),
      GOLDEN.replace("123456", "000001"),
      GOLDEN.replace("123456", "ffffff"),
      GOLDEN.replace("40abcdef", "81abcdef"),
      GOLDEN.replace("40abcdef", "03abcdef"),
      GOLDEN.replace("40abcdef", "00abcdef"),
      GOLDEN.replace("c001", "0000"),
      GOLDEN.replace("c0010010", "c0010000"),
      GOLDEN + "00",
      GOLDEN.substring(2),
    };
    for (String hex : wrong) {
      assertThrows(IllegalArgumentException.class, () -> decode(hex), hex);
    }
  }

  @Test
  void featuresThatAreNotKnownAreNoReasonToRefuse() {
    QueuePairAddress address = decode(GOLDEN.replace("00000009", "80000001"));
    assertTrue(Features.has(address.features(), Features.SELECTIVE_REPAIR), address.toString());
    assertFalse(Features.has(address.features(), Features.EQUAL_PACKETS), address.toString());
  }

  private static QueuePairAddress decode(String hex) {
    return QueuePairAddress.decode(HexFormat.of().parseHex(hex));
  }
}
