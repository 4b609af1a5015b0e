// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnaryTest {
  private static final int KIB = 1024;
  private static final Metadata HEADERS = Metadata.builder().add("h", "1").build();
  private static final Metadata TRAILERS =
      Metadata.builder().add("t-bin", new byte[] {1, 2}).build();

  private final List<IncomingCall> calls = new ArrayList<>();

  /** Answers each message with the same bytes, and ends at the half-close. */
  private static final class Echo extends Probe {
    private final RpcStream stream;
    private final boolean registered;

    Echo(RpcStream stream, boolean registered) {
      this.stream = stream;
      this.registered = registered;
      stream.sendHeaders(HEADERS);
      stream.request(1);
    }

    @Override
    public void onMessage(Body message) {
      byte[] bytes = message.toByteArray();
      super.onMessage(message);
      Body answer = Body.wrap(bytes);
      if (registered) {
        answer = stream.session().bodies().allocateToSend(bytes.length).orElseThrow();
        answer.segment().copyFrom(MemorySegment.ofArray(bytes));
      }
      stream.sendMessage(answer);
      stream.request(1);
    }

    @Override
    public void onHalfClose() {
      super.onHalfClose();
      stream.end(StatusCode.OK, "fine", TRAILERS);
    }
  }

  private Ends ends(boolean registered) {
    Ends ends = Ends.ready();
    ends.acceptor = (stream, call) -> {
      calls.add(call);
      return new Echo(stream, registered);
    };
    return ends;
  }

  private static StreamProbe call(Ends ends, Body body, OpenCall call) {
    StreamProbe probe = ends.open(call);
    probe.stream().sendMessage(body);
    probe.stream().halfClose();
    probe.stream().request(2);
    ends.until("the call ends", probe::isClosed);
    return probe;
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 100, 8 * KIB - 200, 8 * KIB, 9 * KIB, 32 * KIB, 32 * KIB + 1, 1000 * KIB})
  void anyLengthThereAndBackAgain(int bytes) {
    for (boolean registered : new boolean[] {false, true}) {
      Ends ends = ends(registered);
      Body body = registered
          ? Ends.filled(ends.client.pool, bytes, bytes)
          : Body.wrap(Ends.pattern(bytes, bytes));
      StreamProbe probe = call(ends, body, OpenCall.of("a/b").withMetadata(HEADERS));
      assertEquals(StatusCode.OK, probe.end().code(), () -> probe.end().toString());
      assertEquals("fine", probe.end().description());
      assertEquals(TRAILERS, probe.end().trailers());
      assertEquals(Executed.YES, probe.end().executed());
      assertEquals(HEADERS, probe.headers.orElseThrow());
      assertEquals(1, probe.messages.size(), () -> probe.events.toString());
      assertArrayEquals(Ends.pattern(bytes, bytes), probe.messages.getFirst());
      assertEquals(HEADERS, calls.getLast().metadata());
      assertEquals("a/b", calls.getLast().method());
      ends.assertNothingLeft();
      boolean eager = bytes <= 32 * KIB;
      SessionSnapshot seen = ends.client.engine.snapshot();
      assertEquals(eager ? bytes : 0, seen.sent().bySend(), seen::toString);
      assertEquals(eager ? 0 : bytes, seen.sent().byRead(), seen::toString);
      assertEquals(eager || registered ? 0 : 1, seen.copiedIn(), seen::toString);
    }
  }

  @Test
  void aSmallCallIsOneMessageEachWay() {
    Ends ends = ends(false);
    StreamProbe probe = ends.open(OpenCall.of("a/b"));
    probe.stream().sendMessage(Body.wrap(new byte[10]));
    probe.stream().halfClose();
    probe.stream().request(2);
    ends.client.step();
    assertEquals(1, ends.server.cord.arriving().size());
    ends.server.step();
    assertEquals(1, ends.client.cord.arriving().size());
    ends.client.step();
    assertEquals(StatusCode.OK, probe.end().code());
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 9 * KIB, 300 * KIB})
  void theAnswerLandsInTheCallersMemory(int bytes) {
    Ends ends = ends(true);
    Body target = ends.client.pool.allocateToReceive(300 * KIB).orElseThrow();
    long address = target.segment().address();
    StreamProbe probe = ends.open(OpenCall.of("a/b").withResponseTarget(target));
    List<Body> kept = new ArrayList<>();
    probe.kept = kept;
    probe.stream().sendMessage(Body.wrap(Ends.pattern(bytes, 5)));
    probe.stream().halfClose();
    probe.stream().request(2);
    ends.until("the call ends", probe::isClosed);
    assertEquals(1, kept.size(), () -> probe.events.toString());
    try (Body answer = kept.getFirst()) {
      assertEquals(address, answer.segment().address());
      assertArrayEquals(Ends.pattern(bytes, 5), answer.toByteArray());
    }
    SessionSnapshot seen = ends.client.engine.snapshot();
    assertEquals(bytes > 32 * KIB ? bytes : 0, seen.received().byWrite(), seen::toString);
    ends.assertNothingLeft();
  }

  @Test
  void anAnswerThatOutgrewTheTargetComesElsewhere() {
    Ends ends = ends(false);
    Body target = ends.client.pool.allocateToReceive(1000).orElseThrow();
    Body request = Body.wrap(Ends.pattern(100 * KIB, 5));
    StreamProbe probe = call(ends, request, OpenCall.of("a/b").withResponseTarget(target));
    assertArrayEquals(Ends.pattern(100 * KIB, 5), probe.messages.getFirst());
    ends.assertNothingLeft();
  }

  /** Bytes of the answer to a call with so many, by the verb that brought them. */
  private BodyBytes answerTo(Ends ends, int bytes, OpenCall call) {
    BodyBytes before = ends.client.engine.snapshot().received();
    StreamProbe probe = call(ends, Body.wrap(Ends.pattern(bytes, bytes)), call);
    assertArrayEquals(Ends.pattern(bytes, bytes), probe.messages.getFirst());
    ends.assertNothingLeft();
    BodyBytes after = ends.client.engine.snapshot().received();
    return new BodyBytes(
        after.bySend() - before.bySend(),
        after.byRead() - before.byRead(),
        after.byWrite() - before.byWrite());
  }

  @Test
  void answersOfAMethodAreWrittenOnceOneWasLong() {
    Ends ends = ends(true);
    int bytes = 100 * KIB;
    OpenCall call = OpenCall.of("a/b");
    assertEquals(new BodyBytes(0, bytes, 0), answerTo(ends, bytes, call), "not known yet");
    assertEquals(new BodyBytes(0, 0, bytes), answerTo(ends, bytes, call));
    assertEquals(new BodyBytes(0, 0, bytes + KIB), answerTo(ends, bytes + KIB, call), "longer");
    assertEquals(new BodyBytes(0, bytes, 0), answerTo(ends, bytes, OpenCall.of("a/c")), "another");
    int more = 300 * KIB;
    assertEquals(new BodyBytes(0, more, 0), answerTo(ends, more, call), "outgrown");
    assertEquals(new BodyBytes(0, 0, more), answerTo(ends, more, call));
    assertEquals(new BodyBytes(100, 0, 0), answerTo(ends, 100, call), "short");
    assertEquals(new BodyBytes(0, bytes, 0), answerTo(ends, bytes, call), "short the last time");
  }

  @Test
  void probableAnswersAreGrantedNoMoreThanTheCallAccepts() {
    Ends ends = ends(true);
    OpenCall call = OpenCall.of("a/b");
    answerTo(ends, 300 * KIB, call);
    int bytes = 100 * KIB;
    OpenCall bounded = call.withMaxInboundMessage(MessageLimit.of(bytes));
    assertEquals(new BodyBytes(0, 0, bytes), answerTo(ends, bytes, bounded));
    answerTo(ends, 300 * KIB, call);
    StreamProbe probe = call(
        ends, Body.wrap(new byte[300 * KIB]), call.withMaxInboundMessage(MessageLimit.of(bytes)));
    assertEquals(StatusCode.RESOURCE_EXHAUSTED, probe.end().code(), () -> "" + probe.end());
    ends.assertNothingLeft();
  }

  @Test
  void memoryForAProbableAnswerComesBackWhenTheCallNeverArrives() {
    Ends ends = ends(true);
    OpenCall call = OpenCall.of("a/b");
    answerTo(ends, 100 * KIB, call);
    ends.server.cord.gate = message -> !message.has(Wire.REQUEST);
    StreamProbe probe = ends.open(call);
    ends.settle();
    assertEquals(1, ends.client.cord.openLeases(), "granted with the call");
    probe.stream().cancel(StatusCode.CANCELLED, "");
    ends.settle();
    assertTrue(probe.isClosed());
    assertEquals(0, ends.client.cord.openLeases(), "the CANCEL was confirmed");
    ends.server.cord.gate = message -> true;
    ends.assertNothingLeft();
  }
}
