// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
        answer = stream.session().allocate(bytes.length).orElseThrow();
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
}
