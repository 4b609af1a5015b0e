// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sennit.base.Randomness;
import java.lang.foreign.MemorySegment;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CodecTest {
  @Test
  void textKeepsEveryCodePoint() throws Exception {
    Randomness random = Randomness.seeded(7);
    StringBuilder text = new StringBuilder("ASCII, é, 中, 😀");
    for (int i = 0; i < 2000; i++) {
      int point = random.nextInt(Character.MAX_CODE_POINT + 1);
      text.appendCodePoint(point >= 0xd800 && point <= 0xdfff ? 'x' : point);
    }
    String sent = text.toString();
    assertEquals(sent.getBytes(StandardCharsets.UTF_8).length, Codec.utf8().encodedBytes(sent));
    assertEquals(sent, roundTrip(Codec.utf8(), sent));
    assertEquals("", roundTrip(Codec.utf8(), ""));
  }

  @Test
  void brokenTextIsRefusedBothWays() {
    MemorySegment half = MemorySegment.ofArray(new byte[] {(byte) 0xe4, (byte) 0xb8});
    assertThrows(CharacterCodingException.class, () -> Codec.utf8().decode(half));
    assertThrows(CharacterCodingException.class, () -> roundTrip(Codec.utf8(), "\ud83d"));
  }

  @Test
  void arraysAreCopied() throws Exception {
    byte[] sent = {1, 2, 3};
    byte[] received = roundTrip(Codec.bytes(), sent);
    sent[0] = 9;
    assertArrayEquals(new byte[] {1, 2, 3}, received);
  }

  @Test
  void methodsHaveNamesThatCanTravel() {
    assertThrows(IllegalArgumentException.class, () -> Method.raw(""));
    assertThrows(IllegalArgumentException.class, () -> Method.raw("a b"));
    assertThrows(IllegalArgumentException.class, () -> Method.raw("é"));
    assertThrows(IllegalArgumentException.class, () -> Method.raw("x/" + "x".repeat(254)));
    for (String half : List.of("noslash", "/Method", "pkg.Service/")) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> Method.raw(half), half);
      assertEquals(
          "a method's name is package.Service/Method, not '" + half + "'", refusal.getMessage());
    }
    assertEquals("pkg.Service/Method", Method.raw("pkg.Service/Method").name());
  }

  private static <T> T roundTrip(Codec<T> codec, T value) throws Exception {
    MemorySegment memory = MemorySegment.ofArray(new byte[(int) codec.encodedBytes(value)]);
    codec.encode(value, memory);
    return codec.decode(memory.asReadOnly());
  }
}
