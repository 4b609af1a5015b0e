// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataTest {
  @Test
  void keepsOrderAndRepetitions() {
    Metadata metadata = Metadata.builder()
        .add("b", "1")
        .add("a-bin", new byte[] {0, -1})
        .add("b", "2")
        .build();
    assertEquals(3, metadata.size());
    assertEquals(Optional.of("1"), metadata.text("b"));
    assertArrayEquals(new byte[] {0, -1}, metadata.binary("a-bin").orElseThrow());
    assertEquals("2", new String(metadata.valueBytes(2), US_ASCII));
    assertEquals(metadata, Metadata.ofPairs(metadata.toPairs()));
  }

  @Test
  void countsItsBytesOnTheWire() {
    Metadata metadata = Metadata.builder().add("key", "value").add("x", "").build();
    assertEquals(3 + 5 + 5 + 1 + 5, metadata.encodedBytes());
    assertEquals(0, Metadata.EMPTY.encodedBytes());
  }

  @Test
  void doesNotShowValues() {
    String shown = Metadata.builder().add("authorization", "secret").build().toString();
    assertFalse(shown.contains("secret"), shown);
    assertEquals("[authorization[6]]", shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Upper", "sp ace", ":path", "ü", "a=b"})
  void refusesKeysThatGrpcWouldRefuse(String key) {
    assertThrows(IllegalArgumentException.class, () -> Metadata.builder().add(key, "v"), key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"line\n", "tab\t", "ü", "\u007f"})
  void refusesTextThatIsNotPrintableAscii(String value) {
    assertThrows(IllegalArgumentException.class, () -> Metadata.builder().add("k", value), value);
  }

  @Test
  void refusesToMixTextAndBinary() {
    assertThrows(IllegalArgumentException.class, () -> Metadata.builder().add("k-bin", "text"));
    assertThrows(IllegalArgumentException.class, () -> Metadata.builder().add("k", new byte[1]));
    assertThrows(IllegalArgumentException.class, () -> Metadata.ofPairs(new byte[1][]));
  }
}
