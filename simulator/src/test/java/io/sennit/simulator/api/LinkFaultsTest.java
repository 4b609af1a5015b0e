// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.multipath.StrandState;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Link faults, link counters and paths, as a user's test uses them. */
final class LinkFaultsTest {
  private static final Method<byte[], byte[]> ECHO =
      Method.of("test/Echo", Codec.bytes(), Codec.bytes());
  private static final int PORT = 7470;
  private static final byte[] BODY = new byte[1 << 20];

  static {
    new Random(1).nextBytes(BODY);
  }

  /** The result of a run with faults. */
  private record Seen(long fingerprint, Duration took, LinkCounters there, LinkCounters back) {
    private long lost(Loss cause) {
      return there.lost(cause) + back.lost(cause);
    }
  }

  private static Fabric pair(long seed) {
    return Fabric.seed(seed).join("a", "b", 2, LinkSpec.gigabits(10)).build();
  }

  private static RpcServer serve(Fabric fabric) {
    return RpcServer.builder()
        .on(fabric.host("b"))
        .listen(PORT)
        .handle(ECHO, call -> call.reply(call.request()))
        .start();
  }

  private static RpcClient connect(Fabric fabric) {
    return RpcClient.to(fabric.host("b").target(PORT)).on(fabric.host("a")).connect();
  }

  /** Bytes go there and back while something is wrong with the first of two links. */
  private static Seen echo(long seed, Consumer<Link> fault) {
    try (Fabric fabric = pair(seed);
        RpcServer _ = serve(fabric);
        RpcClient client = connect(fabric)) {
      fault.accept(fabric.link(0));
      Duration begin = fabric.now();
      for (int round = 0; round < 3; round++) {
        assertArrayEquals(BODY, client.call(ECHO, BODY));
      }
      Link link = fabric.link(0);
      return new Seen(
          fabric.fingerprint(),
          fabric.now().minus(begin),
          link.there().counters(),
          link.back().counters());
    }
  }

  @Test
  void aLinkThatIsCutInOneDirectionCarriesTheOther() {
    Seen seen = echo(1, link -> link.there().cutSilently());
    assertTrue(seen.there().lost(Loss.CUT_SILENTLY) > 0, seen::toString);
    assertEquals(0, seen.back().lost(Loss.CUT_SILENTLY), seen::toString);
    assertTrue(seen.back().packets() > 0, seen::toString);
    assertTrue(seen.took().compareTo(Duration.ofMillis(200)) < 0, seen::toString);
  }

  @Test
  void aDirectionThatIsDownIsSeenWhereItBegins() {
    Seen seen = echo(1, link -> link.back().cut());
    assertTrue(seen.back().lost(Loss.CUT) > 0, seen::toString);
    assertEquals(0, seen.there().lost(Loss.CUT), seen::toString);
    assertTrue(seen.took().compareTo(Duration.ofMillis(200)) < 0, seen::toString);
  }

  @Test
  void aDirectionIsRestoredByItselfOrWithItsLink() {
    try (Fabric fabric = pair(2)) {
      Link link = fabric.link(0);
      link.back().cut();
      assertTrue(link.isCut());
      assertFalse(link.there().isCut());
      link.back().restore();
      assertFalse(link.isCut());
      link.there().cutSilently();
      link.restore();
      assertFalse(link.isCut());
    }
  }

  @Test
  void packetsAreDuplicated() {
    Seen seen = echo(3, link -> link.there().duplicate(0.1));
    assertTrue(seen.there().duplicated() > 5, seen::toString);
    assertEquals(0, seen.back().duplicated(), seen::toString);
  }

  @Test
  void packetsAreDuplicatedLate() {
    Seen seen = echo(3, link -> link.back().duplicateLate(0.2, Duration.ofMillis(20)));
    assertTrue(seen.back().duplicated() > 5, seen::toString);
    assertEquals(0, seen.there().duplicated(), seen::toString);
  }

  @Test
  void packetsAreCorrupted() {
    Seen seen = echo(4, link -> link.corrupt(0.01));
    assertTrue(seen.there().corrupted() > 0 && seen.back().corrupted() > 0, seen::toString);
  }

  @Test
  void packetsAreReordered() {
    Seen seen = echo(5, link -> link.reorder(0.1, Duration.ofNanos(50_000)));
    assertTrue(seen.there().delayed() > 5 && seen.back().delayed() > 5, seen::toString);
  }

  @Test
  void packetsAreLostInBursts() {
    Seen seen = echo(6, link -> link.loseInBursts(0.1, 5));
    assertTrue(seen.lost(Loss.BURST) > 5, seen::toString);
    assertEquals(0, seen.lost(Loss.CHANCE), seen::toString);
  }

  @Test
  void packetsAreDelayedUntilTheyAreNot() {
    try (Fabric fabric = pair(7);
        RpcServer _ = serve(fabric);
        RpcClient client = connect(fabric)) {
      Duration begin = fabric.now();
      assertArrayEquals(new byte[1], client.call(ECHO, new byte[1]));
      Duration quick = fabric.now().minus(begin);
      fabric.links().forEach(link -> link.back().delay(Duration.ofMillis(3)));
      begin = fabric.now();
      assertArrayEquals(new byte[1], client.call(ECHO, new byte[1]));
      Duration slow = fabric.now().minus(begin).minus(quick);
      assertTrue(slow.minusMillis(3).abs().compareTo(Duration.ofMillis(1)) < 0, slow::toString);
      fabric.links().forEach(link -> link.become(LinkSpec.gigabits(25)));
      fabric.links().forEach(link -> link.delay(Duration.ZERO));
      fabric.advance(Duration.ofSeconds(1));
      begin = fabric.now();
      assertArrayEquals(new byte[1], client.call(ECHO, new byte[1]));
      Duration again = fabric.now().minus(begin);
      assertTrue(again.compareTo(Duration.ofMillis(1)) < 0, again::toString);
    }
  }

  @Test
  void theSameSeedHasTheSameFaults() {
    Consumer<Link> all = link -> {
      link.there().lose(0.02);
      link.loseInBursts(0.05, 4);
      link.duplicate(0.01);
      link.duplicateLate(0.01, Duration.ofMillis(1));
      link.corrupt(0.005);
      link.reorder(0.05, Duration.ofNanos(20_000));
      link.back().delay(Duration.ofNanos(5_000));
    };
    Seen one = echo(8, all);
    assertEquals(one, echo(8, all), "the same seed");
    assertNotEquals(one.fingerprint(), echo(9, all).fingerprint(), "another seed");
    assertTrue(one.lost(Loss.CHANCE) > 0 && one.lost(Loss.BURST) > 0, one::toString);
  }

  @Test
  void aFaultThatIsOverChangesNothingMore() {
    Seen whole = echo(10, link -> {});
    Seen mended = echo(10, link -> {
      link.lose(0.5);
      link.loseInBursts(0.5, 3);
      link.duplicate(0.5);
      link.duplicateLate(0.5, Duration.ofMillis(1));
      link.corrupt(0.5);
      link.reorder(0.5, Duration.ofMillis(1));
      link.delay(Duration.ofMillis(1));
      link.lose(0);
      link.loseInBursts(0, 1);
      link.duplicate(0);
      link.duplicateLate(0, Duration.ofMillis(1));
      link.corrupt(0);
      link.reorder(0, Duration.ofMillis(1));
      link.delay(Duration.ZERO);
    });
    assertEquals(whole.took(), mended.took());
    assertEquals(whole.there(), mended.there());
  }

  @Test
  void aQueueIsSeen() {
    try (Fabric fabric = pair(11);
        RpcServer _ = serve(fabric);
        RpcClient client = connect(fabric)) {
      var answer = client.callAsync(ECHO, new byte[8 << 20]);
      long most = 0;
      while (!answer.isDone()) {
        fabric.advance(Duration.ofNanos(100_000));
        most = Math.max(most, fabric.link(0).back().counters().waitingBytes());
      }
      assertTrue(most > 10_000, "at most " + most + " bytes waited");
      assertTrue(fabric.link(0).back().counters().bytes() > 1 << 20);
    }
  }

  @Test
  void pathsOfSessionsAreSeenAndThatOneHasFailed() {
    try (Fabric fabric = pair(12);
        RpcServer _ = serve(fabric);
        RpcClient client = connect(fabric)) {
      assertArrayEquals(BODY, client.call(ECHO, BODY));
      fabric.advance(Duration.ofSeconds(1));
      long session = client.peer().sessionId();
      assertTrue(fabric.host("a").paths().stream().allMatch(each -> each.sessionId() == session));
      assertEquals(List.of(StrandState.GOOD), states(fabric, 0));
      fabric.link(0).cut();
      fabric.advance(Duration.ofMillis(100));
      assertArrayEquals(BODY, client.call(ECHO, BODY));
      assertFalse(states(fabric, 0).contains(StrandState.GOOD), () -> "" + states(fabric, 0));
      assertTrue(states(fabric, 1).contains(StrandState.GOOD), () -> "" + states(fabric, 1));
    }
  }

  private static List<StrandState> states(Fabric fabric, int port) {
    return fabric.host("a").paths().stream()
        .filter(each -> each.now().path().localPort() == port)
        .map(each -> each.now().state())
        .distinct()
        .toList();
  }
}
