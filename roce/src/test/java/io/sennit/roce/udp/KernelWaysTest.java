// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether the kernel cuts and joins packets or not, on either side: the bytes are the same. */
final class KernelWaysTest {
  static Stream<Arguments> ways() {
    List<Arguments> ways = new ArrayList<>();
    for (String address : List.of("127.0.0.1", "::1")) {
      for (String segments : List.of("true", "false")) {
        for (String coalesces : List.of("true", "false")) {
          ways.add(Arguments.of(address, segments, coalesces));
        }
      }
    }
    return ways.stream();
  }

  /** What an ordinary user gets where nobody has raised net.core.rmem_max. */
  @Test
  void smallReceiveBufferIsNotOverrun() throws Exception {
    Map<String, String> small = Map.of("addresses", "127.0.0.1", "receiveBufferBytes", "131072");
    try (Duo duo = Duo.open(small)) {
      Duo.fill(duo.near, 1);
      duo.move(Opcode.WRITE, Side.MEMORY_BYTES, 1 << 20);
      assertEquals(-1, duo.mismatch(), "after WRITE");
      Duo.fill(duo.far, 2);
      duo.move(Opcode.READ, Side.MEMORY_BYTES, 1 << 20);
      assertEquals(-1, duo.mismatch(), "after READ");
      assertEquals(0, duo.far.channel.lost() + duo.near.channel.lost(), "lost in the sockets");
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void bytesAreEqual(String address, String segments, String coalesces) throws Exception {
    Map<String, String> sender = Map.of("addresses", address, "segments", segments);
    Map<String, String> receiver = Map.of("addresses", address, "coalesces", coalesces);
    try (Duo duo = new Duo(sender, receiver)) {
      Duo.fill(duo.near, 1);
      duo.move(Opcode.WRITE, Side.MEMORY_BYTES, 1 << 20);
      assertEquals(-1, duo.mismatch(), "after WRITE");
      assertEquals(0, duo.far.channel.lost(), "lost though the budget was kept");
    }
    try (Duo duo = new Duo(receiver, sender)) {
      Duo.fill(duo.far, 2);
      duo.move(Opcode.READ, Side.MEMORY_BYTES, 1 << 20);
      assertEquals(-1, duo.mismatch(), "after READ");
    }
  }
}
