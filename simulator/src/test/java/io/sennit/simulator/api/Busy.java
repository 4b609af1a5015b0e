// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.SessionOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A client that fetches long bodies without a pause, so that all links are full, with small calls
 * beside them, and what it feels of what happens to the links.
 */
final class Busy implements AutoCloseable {
  /** Bodies asked for at the same time, and the length of each. */
  private static final int WINDOW = 8;

  private static final int BODY_BYTES = 1 << 20;
  private static final Duration BETWEEN_SMALL_CALLS = Duration.ofNanos(200_000);
  private static final int PORT = 7470;
  private static final Method<String, byte[]> GET =
      Method.of("test/Get", Codec.utf8(), Codec.bytes());
  private static final Method<String, String> ECHO =
      Method.of("test/Echo", Codec.utf8(), Codec.utf8());

  final Fabric fabric;
  private final byte[] stored = new byte[BODY_BYTES];
  private final RpcServer server;
  private final RpcClient client;
  private final List<String> failures = new ArrayList<>();
  private boolean over;
  private Duration since = Duration.ZERO;
  private Duration latest = Duration.ZERO;
  private Duration longestGap = Duration.ZERO;
  private Duration slowestCall = Duration.ZERO;
  private long bodies;

  private Busy(Fabric fabric, SessionOptions options) {
    this.fabric = fabric;
    new Random(1).nextBytes(stored);
    server = RpcServer.builder()
        .on(fabric.host("server"))
        .sessions(options)
        .listen(PORT)
        .handle(GET, call -> call.reply(stored))
        .handle(ECHO, call -> call.reply(call.request()))
        .start();
    client = RpcClient.to(fabric.host("server").target(PORT))
        .on(fabric.host("client"))
        .sessions(options)
        .connect();
    for (int i = 0; i < WINDOW; i++) {
      fetch();
    }
    call();
  }

  /** Over links of so many gigabits a second, after all of them have been found to be good. */
  static Busy over(double... gigabits) {
    FabricBuilder builder = Fabric.seed(11);
    for (double each : gigabits) {
      LinkSpec link =
          LinkSpec.gigabits(each).withDelay(Duration.ofNanos(5_000)).withBuffer(1 << 20);
      builder.join("client", "server", 1, link);
    }
    return on(builder);
  }

  /** On a fabric of hosts {@code client} and {@code server}. */
  static Busy on(FabricBuilder builder) {
    return on(builder, "auto");
  }

  /** @param strands as the option of this name */
  static Busy on(FabricBuilder builder, String strands) {
    Busy busy = new Busy(builder.build(), SessionOptions.defaults().with("strands", strands));
    busy.pass(Duration.ofMillis(50));
    busy.forget();
    return busy;
  }

  /** Whether a client that comes now gets an answer. */
  void assertServesNewcomers() {
    try (RpcClient newcomer = RpcClient.to(fabric.host("server").target(PORT))
        .on(fabric.host("client"))
        .connect()) {
      assertEquals("hello", newcomer.call(ECHO, "hello"));
    }
  }

  private void fetch() {
    var _ = client.callAsync(GET, "a body").whenComplete((body, failure) -> {
      noteFailure(failure);
      if (!over && failure == null) {
        arrived(body);
        fetch();
      }
    });
  }

  private void arrived(byte[] body) {
    if (!Arrays.equals(stored, body)) {
      failures.add("a body is not what is stored");
    }
    bodies++;
    Duration gap = fabric.now().minus(latest);
    longestGap = gap.compareTo(longestGap) > 0 ? gap : longestGap;
    latest = fabric.now();
  }

  private void call() {
    Duration begun = fabric.now();
    var _ = client.callAsync(ECHO, "hello").whenComplete((answer, failure) -> {
      noteFailure(failure);
      Duration took = fabric.now().minus(begun);
      slowestCall = took.compareTo(slowestCall) > 0 ? took : slowestCall;
      if (!over && failure == null) {
        fabric.at(fabric.now().plus(BETWEEN_SMALL_CALLS), this::call);
      }
    });
  }

  private void noteFailure(Throwable failure) {
    if (failure != null && !over) {
      failures.add(failure.toString());
    }
  }

  void pass(Duration time) {
    fabric.advance(time);
  }

  void passMillis(long millis) {
    pass(Duration.ofMillis(millis));
  }

  /** What is felt counts from now on. */
  void forget() {
    since = fabric.now();
    latest = since;
    longestGap = Duration.ZERO;
    slowestCall = Duration.ZERO;
    bodies = 0;
  }

  /** Bytes of bodies since {@link #forget}, in gigabits a second. */
  double gigabits() {
    return bodies * BODY_BYTES * 8.0 / fabric.now().minus(since).toNanos();
  }

  /** No call has failed and none has been without an answer for long, nor bodies. */
  void assertLongestGap(Duration most) {
    assertEquals(List.of(), failures);
    Duration last = fabric.now().minus(latest);
    Duration longest = last.compareTo(longestGap) > 0 ? last : longestGap;
    assertTrue(longest.compareTo(most) <= 0, () -> "no body for " + longest + ": " + this);
    assertTrue(slowestCall.compareTo(most) <= 0, this::toString);
  }

  void assertGigabits(double least) {
    assertTrue(gigabits() >= least, () -> least + " Gbit/s asked for: " + this);
  }

  @Override
  public String toString() {
    return gigabits() + " Gbit/s, longest gap " + longestGap + ", slowest call " + slowestCall;
  }

  @Override
  public void close() {
    assertEquals(List.of(), failures);
    over = true;
    client.close();
    server.close();
    fabric.close();
  }
}
