// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Golden bytes: what two engines said to each other in version 1, and must say for ever. Addresses,
 * keys and lease ids, which differ from run to run, are replaced by letters.
 */
class WireTest {
  private final List<String> seen = new ArrayList<>();

  private static String golden() {
    try (InputStream in = WireTest.class.getResourceAsStream("rpc-messages-v1.txt")) {
      if (in == null) {
        throw new AssertionError("the golden file is missing");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Notes what is on its way, then delivers it. */
  private void exchange(Ends ends) {
    for (int round = 0; round < 12; round++) {
      ends.client.step();
      note("> ", ends.server.cord.arriving());
      ends.server.step();
      note("< ", ends.client.cord.arriving());
    }
  }

  private void note(String direction, List<TestCord.Message> messages) {
    for (TestCord.Message message : messages) {
      seen.add(direction + dump(message.view()));
    }
  }

  /** The envelope, then each frame in brackets. */
  private static String dump(MessageView view) {
    StringBuilder text = new StringBuilder(hex(view.segment(), 0, Wire.ENVELOPE_BYTES));
    long at = Wire.ENVELOPE_BYTES;
    while (view.next()) {
      long bytes = (long) Wire.FRAME_HEADER_BYTES + view.payloadBytes();
      String frame = hex(view.segment(), at, bytes);
      boolean span = view.type() == Wire.GRANT || view.type() == Wire.MESSAGE_LENT;
      if (span) {
        frame = masked(frame, 16, 16, 'a');
        frame = masked(frame, 48, 16, 'c');
        frame = masked(frame, 64, 8, 'b');
      }
      if (view.type() == Wire.MESSAGE_WRITTEN) {
        frame = masked(frame, 16, 16, 'c');
      }
      text.append(" [").append(Wire.name(view.type())).append(' ').append(frame).append(']');
      at += Wire.padded((int) bytes);
    }
    return text.toString();
  }

  private static String masked(String hex, int from, int digits, char mask) {
    String masks = String.valueOf(mask).repeat(digits);
    return hex.substring(0, from) + masks + hex.substring(from + digits);
  }

  private static String hex(MemorySegment from, long at, long bytes) {
    byte[] copy = from.asSlice(at, bytes).toArray(ValueLayout.JAVA_BYTE);
    return HexFormat.of().formatHex(copy);
  }

  private void converse() {
    StreamConfig config = Configs.windows(4, 2, 4);
    Ends ends = new Ends(config, config, 1, 256);
    exchange(ends); // SETTINGS
    StreamProbe server = ends.acceptNext();
    Body target = ends.client.pool.allocateToReceive(40_000).orElseThrow();
    StreamProbe client = ends.open(OpenCall.of("pkg.Service/Method")
        .withMetadata(Metadata.builder().add("k", "v").build())
        .withTimeout(1_000_000_000)
        .withResponseTarget(target));
    client.stream().sendMessage(Body.wrap(new byte[300]));
    client.stream().sendMessage(Ends.filled(ends.client.pool, 33_000, 1));
    client.stream().request(9);
    exchange(ends);
    server.stream().request(9);
    exchange(ends);
    client.stream().halfClose();
    exchange(ends);
    server.stream().sendHeaders(Metadata.builder().add("h-bin", new byte[] {9}).build());
    server.stream().sendMessage(Ends.filled(ends.server.pool, 34_000, 1));
    server.stream()
        .end(StatusCode.NOT_FOUND, "no", Metadata.builder().add("t", "u").build());
    exchange(ends);
    cancelBeforeRequest(ends);
    serverCancels(ends);
    ends.client.engine.ping((nanos, failure) -> {});
    exchange(ends);
    ends.server.engine.shutdown();
    exchange(ends);
  }

  private void cancelBeforeRequest(Ends ends) {
    StreamProbe doomed = ends.open(OpenCall.of("a/b"));
    ends.client.step();
    ends.server.cord.gate = message -> !message.has(Wire.REQUEST);
    doomed.stream().cancel(StatusCode.CANCELLED, "");
    ends.client.step();
    note("> ", ends.server.cord.arriving());
    ends.server.step();
    note("< ", ends.client.cord.arriving());
    ends.server.cord.gate = message -> true;
    ends.settle();
  }

  private void serverCancels(Ends ends) {
    StreamProbe server = ends.acceptNext();
    ends.open(OpenCall.of("c/d"));
    ends.settle();
    server.stream().cancel(StatusCode.ABORTED, "");
    exchange(ends);
  }

  @Test
  void theBytesAreThoseOfVersionOne() {
    converse();
    assertEquals(golden(), String.join("\n", seen) + "\n");
  }
}
