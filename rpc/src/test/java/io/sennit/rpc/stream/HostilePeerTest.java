// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.multipath.Lane;
import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a peer sends does more than end the session, with a reason. */
class HostilePeerTest {
  private final Ends ends = Ends.ready();

  /** Sends a message that the client's engine would not send. */
  private void toServer(long callId, int index, Consumer<MessageBuilder> frames) {
    send(ends.client.cord, callId, index, frames);
  }

  private static void send(TestCord from, long callId, int index, Consumer<MessageBuilder> frames) {
    MessageBuilder message = new MessageBuilder();
    from.send(
        slot -> {
          message.begin(slot, from.maxFrameBytes(), callId, index);
          frames.accept(message);
          return message.end();
        },
        Lane.CONTROL);
  }

  private static void assertViolation(Ends.Side side, String part) {
    String life = side.life.toString();
    assertTrue(life.contains("the peer broke the protocol"), () -> life);
    assertTrue(life.contains(part), () -> life + " should tell of " + part);
    assertEquals("closed", side.life.getLast());
  }

  private static void request(MessageBuilder message) {
    message
        .frame(Wire.REQUEST, 0, Wire.REQUEST_FIXED_BYTES + 3)
        .putLong(Long.MAX_VALUE)
        .putInt(1000)
        .putInt(10)
        .putInt(3)
        .putInt(3)
        .putLong(0)
        .putBytes(new byte[] {'a', '/', 'b'}, 0, 3);
  }

  record Lie(String expected, long callId, int index, Consumer<MessageBuilder> frames) {
    @Override
    public String toString() {
      return expected;
    }
  }

  private static Lie lie(String expected, long id, int index, Consumer<MessageBuilder> frames) {
    return new Lie(expected, id, index, frames);
  }

  static Stream<Lie> lies() {
    return Stream.of(
            liesAboutNewCalls(), liesAboutFrames(), liesAboutMemory(), liesAboutTheSession())
        .flatMap(each -> each);
  }

  private static Stream<Lie> liesAboutNewCalls() {
    int unordered = Wire.UNORDERED;
    return Stream.of(
        lie("call id -1", -1, 0, HostilePeerTest::request),
        lie("call id 99999", 99_999, 0, HostilePeerTest::request),
        lie("HALF_CLOSE is not allowed", 2, 0, m -> m.frame(Wire.HALF_CLOSE, 0, 0)),
        lie("MESSAGE is not allowed", 2, 0, m -> m.frame(Wire.MESSAGE, 0, 8).putLong(0)),
        lie("BLOCK is not allowed", 2, 0, m -> m.frame(Wire.BLOCK, 0, 8).putLong(0)),
        lie("STATUS is not allowed", 2, 0, m -> m.frame(Wire.STATUS, 0, 8).putLong(0)),
        lie("type 127 is not allowed", 2, 0, m -> m.frame(0x7f, 0, 0)),
        lie(
            "CREDIT is not allowed",
            2,
            unordered,
            m -> m.frame(Wire.CREDIT, 0, 16).putLong(9).putLong(9)),
        lie("no REQUEST", 2, unordered, m -> m.frame(Wire.CANCEL, 0, 8).putLong(0)),
        lie(
            "CANCEL of call 77777",
            77_777,
            unordered,
            m -> m.frame(Wire.CANCEL, 0, 8).putLong(9)));
  }

  private static Stream<Lie> liesAboutFrames() {
    return Stream.of(
        lie("HALF_CLOSE of 8 bytes", 1, 1, m -> m.frame(Wire.HALF_CLOSE, 0, 8).putLong(0)),
        lie("came twice", 1, 0, HostilePeerTest::request),
        lie("is cut off", 1, 2, m -> m.frame(Wire.MESSAGE, 0, 5000).putLong(4992)),
        lie("REQUEST is not allowed", 1, 1, HostilePeerTest::request),
        lie("unknown flags 1 of MESSAGE", 1, 1, m -> m.frame(Wire.MESSAGE, 1, 8).putLong(0)),
        lie("eager message of -1", 1, 1, m -> m.frame(Wire.MESSAGE, 0, 8).putLong(-1)),
        lie("eager message of 1048577", 1, 1, m -> m.frame(Wire.MESSAGE, 0, 8).putLong(1048577)),
        lie(
            "MESSAGE of 16 bytes",
            1,
            1,
            m -> m.frame(Wire.MESSAGE, 0, 16).putLong(2).putLong(0)));
  }

  private static Stream<Lie> liesAboutMemory() {
    return Stream.of(
        lie(
            "did not give",
            1,
            1,
            m -> m.frame(Wire.MESSAGE_WRITTEN, 0, 16).putLong(9).putLong(1)),
        lie(
            "lent message of 0",
            1,
            1,
            m -> m.frame(Wire.MESSAGE_LENT, 0, 32).putSpan(new RemoteSpan(1, 1, 0, 1))),
        lie(
            "a span without a lease",
            1,
            1,
            m -> m.frame(Wire.GRANT, 0, 32).putSpan(new RemoteSpan(1, 1, 8, 0))),
        lie(
            "a span is malformed",
            1,
            1,
            m -> m.frame(Wire.MESSAGE_LENT, 0, 32)
                .putLong(0)
                .putLong(-1)
                .putLong(0)
                .putLong(0)),
        lie("is cut off", 1, 1, m -> m.frame(Wire.MESSAGE, 0, 5000).putLong(4992)),
        lie("of -1 bytes is cut off", 1, 1, m -> m.frame(Wire.MESSAGE, 0, -1)),
        lie("MESSAGE is not allowed", 1, 1, m -> {
          m.frame(Wire.MESSAGE, 0, 8).putLong(100);
          m.frame(Wire.MESSAGE, 0, 8).putLong(100);
        }),
        lie("more than 64 grants", 1, 1, m -> {
          for (int i = 0; i < 65; i++) {
            m.frame(Wire.GRANT, 0, 32).putSpan(new RemoteSpan(1, 1, 10, 100 + i));
          }
        }));
  }

  private static Stream<Lie> liesAboutTheSession() {
    int unordered = Wire.UNORDERED;
    return Stream.of(
        lie(
            "SETTINGS is not allowed",
            0,
            unordered,
            m -> PeerSettings.encode(StreamConfig.defaults(), m)),
        lie("PONG without a PING", 0, unordered, m -> m.frame(Wire.PONG, 0, 8).putLong(4)),
        lie(
            "CANCELLED is not allowed",
            0,
            unordered,
            m -> m.frame(Wire.CANCELLED, 0, 8).putLong(1)),
        lie("REQUEST is not allowed", 0, unordered, HostilePeerTest::request),
        lie(
            "more calls than it said",
            0,
            unordered,
            m -> m.frame(Wire.GOAWAY, 0, 16).putLong(0).putInt(0).putInt(0)),
        lie(
            "GOAWAY is not allowed",
            0,
            unordered,
            m -> m.frame(Wire.GOAWAY, 0, 16).putLong(0).putInt(700).putInt(0)));
  }

  @ParameterizedTest
  @MethodSource("lies")
  void aLieEndsTheSessionWithAReason(Lie lie) {
    ends.client.cord.lenient = true; // Lies may name memory that is not there.
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    ends.settle();
    toServer(lie.callId, lie.index, lie.frames);
    ends.settle();
    assertViolation(ends.server, lie.expected);
    assertEquals(StatusCode.UNAVAILABLE, server.end().code());
    assertEquals(StatusCode.UNAVAILABLE, client.end().code());
    ends.assertNothingLeft();
  }

  @Test
  void moreThanTheWindowAllowsEndsTheSession() {
    ends.acceptNext();
    ends.open(OpenCall.of("a/b"));
    ends.settle();
    int allowed = StreamConfig.defaults().windowMessages();
    for (int i = 0; i <= allowed; i++) {
      toServer(1, 1 + i, m -> m.frame(Wire.MESSAGE, 0, 8).putLong(0));
      ends.settle();
    }
    assertViolation(ends.server, "than was allowed");
  }

  @Test
  void gapsThatNeverCloseEndTheSession() {
    ends.acceptNext();
    ends.open(OpenCall.of("a/b"));
    ends.settle();
    int allowed = StreamConfig.defaults().maxReorderMessages();
    for (int i = 0; i <= allowed; i++) {
      toServer(1, 2 + i, m -> m.frame(Wire.HALF_CLOSE, 0, 0));
      ends.settle();
    }
    assertViolation(ends.server, "out of order");
    ends.assertNothingLeft();
  }

  /** Whatever is found in what was kept, the call is told its end first. */
  @Test
  void malformedMessageThatWaitsForOthersDoesNotKeepItsCallFromEnding() {
    StreamProbe server = ends.acceptNext();
    ends.open(OpenCall.of("a/b"));
    ends.settle();
    toServer(1, 2, m -> m.frame(Wire.MESSAGE, 0, 8).putLong(-1));
    ends.settle();
    server.stream().cancel(StatusCode.ABORTED, "enough");
    ends.settle();
    assertEquals(StatusCode.ABORTED, server.end().code());
    assertViolation(ends.server, "more is sent on an ended call than was allowed");
    ends.assertNothingLeft();
  }

  @Test
  void unknownOptionalFramesAreSkipped() {
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    ends.settle();
    toServer(1, 1, m -> {
      m.frame(0x80, 0xff, 8).putLong(1);
      m.frame(Wire.HALF_CLOSE, 0, 0);
      m.frame(0xff, 0, 0);
    });
    ends.settle();
    assertTrue(server.halfClosed);
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.settle();
    assertEquals(StatusCode.OK, client.end().code());
  }

  /** Flips bits of true messages in both directions. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void mutatedMessagesNeverEscape(long firstSeed) {
    for (long seed = firstSeed * 1000; seed < firstSeed * 1000 + 200; seed++) {
      try {
        mutate(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e, e);
      }
    }
  }

  private static void mutate(long seed) {
    Randomness random = Randomness.seeded(seed);
    Ends ends = Ends.ready();
    ends.client.cord.lenient = true;
    ends.server.cord.lenient = true;
    StreamProbe server = ends.acceptNext();
    StreamProbe client = ends.open(
        OpenCall.of("a/b").withMetadata(Metadata.builder().add("k", "value").build()));
    client.stream().sendMessage(Body.wrap(new byte[100]));
    client.stream().sendMessage(Body.wrap(new byte[50_000]));
    client.stream().request(5);
    for (int round = 0; round < 12; round++) {
      for (Ends.Side side : List.of(ends.client, ends.server)) {
        for (TestCord.Message message : side.cord.arriving()) {
          spoil(message.frame(), random);
        }
      }
      ends.step();
      if (round == 4 && server.events.isEmpty() && !server.isClosed() && server.isOpened()) {
        server.stream().sendHeaders(Metadata.builder().add("h", "v").build());
        server.stream().request(3);
        server.stream().sendMessage(Body.wrap(new byte[60_000]));
        server.stream()
            .end(StatusCode.OK, "done", Metadata.builder().add("t", "v").build());
      }
    }
    ends.client.engine.shutdownNow("enough");
    ends.server.engine.shutdownNow("enough");
    ends.settle();
    assertTrue(client.isClosed(), () -> client.events.toString());
    for (Ends.Side side : List.of(ends.client, ends.server)) {
      assertEquals("closed", side.life.getLast(), () -> side.life.toString());
      side.assertNothingLeft("a side");
    }
  }

  private static void spoil(MemorySegment frame, Randomness random) {
    for (int flips = random.nextInt(3); flips > 0; flips--) {
      long at = random.nextInt((int) Math.min(frame.byteSize(), 120));
      byte now = frame.get(ValueLayout.JAVA_BYTE, at);
      byte flipped = random.nextBoolean()
          ? (byte) (now ^ (1 << random.nextInt(8)))
          : (byte) random.nextInt(256);
      frame.set(ValueLayout.JAVA_BYTE, at, flipped);
    }
  }
}
