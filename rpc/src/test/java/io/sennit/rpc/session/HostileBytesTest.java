// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever comes, a machine ends or waits: it throws nothing, and its deadline always ends it. */
final class HostileBytesTest {
  private static final int SEEDS = 20_000;

  private static final List<String> SCENES =
      List.of("plain", "client-skips", "server-declines", "nothing-works", "nothing-in-common");

  @Test
  void mutatedTranscriptsNeverEscapeTheServersMachine() throws IOException {
    int established = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Randomness random = Randomness.seeded(seed);
      String scene = SCENES.get(random.nextInt(SCENES.size()));
      byte[] bytes = mutate(Transcript.golden(scene + ".v1.hex").bytesOf("C"), random);
      ScriptedServer server = GoldenBootstrapTest.server(scene);
      feed(bytes, random, server.machine::onBytes, server.machine::wantsMore);
      server.machine.onTime(4_000_000_000L);
      assertTrue(server.established || server.resumed || server.failure != null, "seed " + seed);
      established += server.established ? 1 : 0;
    }
    assertTrue(established > 0 && established < SEEDS, "established " + established);
  }

  @Test
  void mutatedTranscriptsNeverEscapeTheClientsMachine() throws IOException {
    int established = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Randomness random = Randomness.seeded(seed);
      String scene = SCENES.get(random.nextInt(SCENES.size()));
      byte[] bytes = mutate(Transcript.golden(scene + ".v1.hex").bytesOf("S"), random);
      ScriptedClient client = GoldenBootstrapTest.client(scene);
      client.machine.start();
      feed(bytes, random, client.machine::onBytes, client.machine::wantsMore);
      client.machine.onTime(4_000_000_000L);
      assertTrue(client.established != null || client.failure != null, "seed " + seed);
      established += client.established != null ? 1 : 0;
    }
    assertTrue(established > 0 && established < SEEDS, "established " + established);
  }

  @Test
  void mutatedFramesNeverEscapeTheLifeline() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Randomness random = Randomness.seeded(seed);
      List<byte[]> frames = new ArrayList<>();
      frames.add(new Echo(Wire.PING, ScriptedServer.KEY, 5).encode());
      frames.add(new BraidFrame(ScriptedServer.KEY, Octets.of(new byte[40])).encode());
      frames.add(new Close(ScriptedServer.KEY, true, "done").encode());
      byte[] bytes = mutate(join(frames), random);
      LifelineRecorder recorder = new LifelineRecorder();
      feed(bytes, random, b -> recorder.lifeline.onBytes(b, 1), recorder.lifeline::wantsMore);
      recorder.lifeline.onTime(Long.MAX_VALUE / 2);
      assertTrue(!recorder.lifeline.wantsMore(), "seed " + seed);
    }
  }

  private interface Feed {
    void bytes(ByteBuffer bytes);
  }

  private interface Open {
    boolean wantsMore();
  }

  private static void feed(byte[] bytes, Randomness random, Feed feed, Open open) {
    for (int at = 0; at < bytes.length && open.wantsMore(); ) {
      int count = Math.min(1 + random.nextInt(100), bytes.length - at);
      feed.bytes(ByteBuffer.wrap(bytes, at, count));
      at += count;
    }
  }

  private static byte[] mutate(byte[] bytes, Randomness random) {
    byte[] changed = bytes.clone();
    for (int changes = random.nextInt(4); changes >= 0 && changed.length > 0; changes--) {
      int at = random.nextInt(changed.length);
      switch (random.nextInt(5)) {
        case 0 -> changed[at] = (byte) random.nextInt();
        case 1 -> changed[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> changed = Arrays.copyOf(changed, at);
        case 3 ->
          changed = join(List.of(
              Arrays.copyOf(changed, at),
              Arrays.copyOfRange(changed, at, changed.length),
              Arrays.copyOfRange(changed, at, changed.length)));
        default -> changed[Math.min(at, 40 % changed.length)] = (byte) 0xFF;
      }
    }
    return changed;
  }

  private static byte[] join(List<byte[]> parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    parts.forEach(all::put);
    return all.array();
  }

  // Each row of docs/WIRE.md's list of refusals; a row fails if its check is deleted.

  static Stream<Arguments> refusals() {
    byte[] ping = new Echo(Wire.PING, ScriptedServer.KEY, 5).encode();
    return Stream.of(
        Arguments.of("sealed frame", set(ping, 1, 0x80), "sealed"),
        Arguments.of("unknown type", set(ping, 0, 0x7F), "type 127"),
        Arguments.of("longer than the bound", set(ping, 5, 2), "at most 65536"),
        Arguments.of("negative length", set(ping, 4, 0xFF), "claims"),
        Arguments.of("no room for the session", head(Wire.PING, new byte[15]), "too short"),
        Arguments.of("field cut short", set(ping, 27, 9), "claims 9 bytes"),
        Arguments.of("field header cut short", payload(Wire.PING, 0, 0, 0), "cut short"),
        Arguments.of("unknown critical field", payload(Wire.PING, 0x80, 0x7F, 0, 0), "critical"),
        Arguments.of(
            "field twice", payload(Wire.REFUSE, 0x80, 9, 0, 2, 0, 1, 0x80, 9, 0, 2, 0, 1), "twice"),
        Arguments.of("field of a wrong size", payload(Wire.PING, 0x80, 0x0A, 0, 1, 0), "not 8"),
        Arguments.of("missing field", payload(Wire.PING), "nonce is missing"),
        Arguments.of("too many fields", payload(Wire.READY, new int[4 * 257]), "more than 256"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void whatIsRefusedIsRefusedForItsReason(String what, byte[] frame, String reason) {
    FrameReader reader = new FrameReader();
    reader.take(ByteBuffer.wrap(FrameReader.preamble()));
    reader.take(ByteBuffer.wrap(frame));
    ProtocolException refused = assertThrows(ProtocolException.class, reader::next, what);
    assertTrue(refused.reason().contains(reason), what + ": " + refused.reason());
  }

  @Test
  void optionalFieldsAndFrameTypesThatNobodyKnowsAreIgnored() throws ProtocolException {
    FrameReader reader = new FrameReader();
    reader.take(ByteBuffer.wrap(FrameReader.preamble()));
    reader.take(ByteBuffer.wrap(payload(0x80, 1, 2, 3)));
    reader.take(ByteBuffer.wrap(payload(Wire.READY, 0x00, 0x7F, 0, 1, 42)));
    assertEquals(new Ready(ScriptedServer.KEY), reader.next());
  }

  private static byte[] set(byte[] frame, int at, int value) {
    byte[] changed = frame.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private static byte[] payload(int type, int... fields) {
    ByteBuffer bytes = ByteBuffer.allocate(Wire.SESSION_HEADER_BYTES + fields.length);
    bytes
        .putLong(ScriptedServer.KEY.id())
        .putInt(ScriptedServer.KEY.generation())
        .putInt(0);
    for (int each : fields) {
      bytes.put((byte) each);
    }
    return head(type, bytes.array());
  }

  private static byte[] head(int type, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(Wire.FRAME_HEADER_BYTES + payload.length);
    return frame
        .put((byte) type)
        .put((byte) 0)
        .putShort((short) 0)
        .putInt(payload.length)
        .put(payload)
        .array();
  }
}
