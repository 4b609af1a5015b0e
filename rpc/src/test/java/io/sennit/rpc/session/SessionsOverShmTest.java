// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SessionsOverShmTest extends SessionsContract {
  @Override
  VerbsProvider provider() {
    return found("shm");
  }

  @Test
  void killingTheServerEndsCallsInBoundedTime() throws Exception {
    try (ServerProcess server = new ServerProcess("-Dsennit.provider=shm")) {
      Events events = connect("127.0.0.1", server.port());
      Session session = events.session();
      assertArrayEquals(bytes(500), EchoDoor.echo(session, bytes(500)));
      EchoDoor.Call call = EchoDoor.open(session, "hang", bytes(10));
      server.kill();
      StreamEnd end = call.end.get(config.silenceNanos(), TimeUnit.NANOSECONDS);
      assertEquals(StatusCode.UNAVAILABLE, end.code(), end.toString());
      assertContains(events.ended(), "UNAVAILABLE");
    }
  }

  @Test
  void aServerThatStopsForAWhileIsWaitedFor() throws Exception {
    try (ServerProcess server = new ServerProcess("-Dsennit.provider=shm")) {
      Events events = connect("127.0.0.1", server.port());
      Session session = events.session();
      assertArrayEquals(bytes(500), EchoDoor.echo(session, bytes(500)));
      server.signal("STOP");
      EchoDoor.Call call = EchoDoor.open(session, "echo", bytes(700));
      long resumeAt = CLOCK.nanoTime() + SECOND;
      awaitThat("a second passes", () -> CLOCK.nanoTime() - resumeAt >= 0);
      server.signal("CONT");
      assertArrayEquals(bytes(700), call.answer.get(20, TimeUnit.SECONDS));
      assertFalse(events.isDown(), "the session went down");
    }
  }
}
