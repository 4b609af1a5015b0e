// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sennit.rpc.LivePath;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.verbs.spi.VerbsProvider;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SessionsOverRoceTest extends SessionsContract {
  private static final String ADDRESSES = "127.0.0.1,127.0.0.2,127.0.0.3,127.0.0.4";

  @Override
  VerbsProvider provider() {
    return found("roce");
  }

  @BeforeEach
  void useFourAddresses() {
    config = config.withProviderOptions(Map.of("roce.addresses", ADDRESSES));
  }

  @Test
  void fourAddressesOnBothSidesAreFourPaths() throws Exception {
    Session session = connect(serve(0)).session();
    assertArrayEquals(bytes(3_000_000), EchoDoor.echo(session, bytes(3_000_000)));
    Set<String> names = SessionBook.process().paths().stream()
        .filter(path -> path.client() && path.sessionId() == session.info().sessionId())
        .map(SessionsOverRoceTest::rail)
        .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            "lo/127.0.0.1 lo/127.0.0.1",
            "lo/127.0.0.2 lo/127.0.0.2",
            "lo/127.0.0.3 lo/127.0.0.3",
            "lo/127.0.0.4 lo/127.0.0.4"),
        names);
  }

  @Test
  void oneAddressHasFourLabels() throws Exception {
    config = config.withProviderOptions(Map.of("roce.addresses", "127.0.0.1"));
    Session session = connect(serve(0)).session();
    assertArrayEquals(bytes(100_000), EchoDoor.echo(session, bytes(100_000)));
    List<LivePath> paths = SessionBook.process().paths().stream()
        .filter(path -> path.client() && path.sessionId() == session.info().sessionId())
        .toList();
    assertEquals(4, paths.size(), paths.toString());
    assertEquals(
        4, paths.stream().map(path -> path.now().path().routeLabel()).distinct().count());
  }

  @Test
  void killingTheServerEndsCallsInBoundedTime() throws Exception {
    config = config.withTimes(25 * SECOND, 2 * SECOND, SECOND / 4);
    try (ServerProcess server = serverProcess()) {
      Events events = connect("127.0.0.1", server.port());
      Session session = events.session();
      assertArrayEquals(bytes(500), EchoDoor.echo(session, bytes(500)));
      EchoDoor.Call call = EchoDoor.open(session, "hang", bytes(10));
      server.kill();
      StreamEnd end = call.end.get(30, TimeUnit.SECONDS);
      assertEquals(StatusCode.UNAVAILABLE, end.code(), end.toString());
      assertContains(events.ended(), "UNAVAILABLE");
    }
  }

  @Test
  void aServerThatStopsForAWhileIsWaitedFor() throws Exception {
    try (ServerProcess server = serverProcess()) {
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

  private static ServerProcess serverProcess() throws IOException {
    return new ServerProcess(
        "-Dsennit.provider=roce",
        "-Dsennit.roce.addresses=" + ADDRESSES,
        "-Dsennit.connectTimeout=25s",
        "-Dsennit.silence=25s");
  }

  private static String rail(LivePath path) {
    return path.localPort() + " " + path.remotePort();
  }
}
