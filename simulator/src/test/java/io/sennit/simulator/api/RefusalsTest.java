// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.StatusCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is refused with a sentence that says what to do. */
final class RefusalsTest {
  private static final LinkSpec TEN = LinkSpec.gigabits(10);
  private static final Method<String, String> HANG =
      Method.of("test/Hang", Codec.utf8(), Codec.utf8());

  private final Fabric fabric =
      Fabric.seed(1).join("a", "b", 2, TEN).waitAtMost(Duration.ofSeconds(20)).build();

  private static void assertRefused(String sentence, Executable wrong) {
    RuntimeException refused = assertThrows(RuntimeException.class, wrong);
    assertEquals(sentence, refused.getMessage());
  }

  @Test
  void whatIsNotThere() {
    assertRefused("there is no host c: there are a, b", () -> fabric.host("c"));
    assertRefused("there is no link 2: they are numbered 0 to 1", () -> fabric.link(2));
  }

  @Test
  void linksThatCannotBe() {
    assertRefused(
        "a link of 0 bit/s: give it 8 to 8000000000000; one that carries nothing is cut()",
        () -> TEN.withGigabits(0));
    assertRefused(
        "a link with a delay of PT-1S: give it 0 to PT10S",
        () -> TEN.withDelay(Duration.ofSeconds(-1)));
    assertRefused(
        "a link with a buffer of 100 bytes: give it 4200, which is a packet, to 1099511627776",
        () -> TEN.withBuffer(100));
    assertRefused("a share of 1.5 lost: give 0 to 1", () -> fabric.link(0).lose(1.5));
  }

  @Test
  void faultsThatCannotBe() {
    LinkDirection there = fabric.link(0).there();
    assertRefused("a share of -0.1 duplicated: give 0 to 1", () -> there.duplicate(-0.1));
    assertRefused("a share of NaN corrupted: give 0 to 1", () -> there.corrupt(Double.NaN));
    assertRefused(
        "a share of 2.0 reordered: give 0 to 1", () -> there.reorder(2, Duration.ofMillis(1)));
    assertRefused(
        "packets up to PT0S late: give 1 ns to PT10S", () -> there.reorder(0.1, Duration.ZERO));
    assertRefused(
        "a share of 0.6 lost in bursts of 3.0 packets: give 0 to 0.5 in bursts of 1 to 100000",
        () -> there.loseInBursts(0.6, 3));
    assertRefused(
        "a share of 1.0E-6 lost in bursts of 10.0 packets is less than a burst in a million"
            + " packets: give more or shorter ones",
        () -> there.loseInBursts(1e-6, 10));
    assertRefused(
        "a link with a delay of PT0.000001S and PT10S more: give 0 to PT10S in all",
        () -> there.delay(Duration.ofSeconds(10)));
    assertRefused("a link for packets of 100 bytes: give it 576 to 4200", () -> there.narrow(100));
  }

  @Test
  void aDirectionThatIsCutTwiceOrRestoredUncut() {
    Link link = fabric.link(1);
    link.there().cut();
    assertRefused("a:1>b:1 is cut already: restore() it first", link.there()::cutSilently);
    assertRefused(
        "link 1 (a:1>b:1) is cut in one direction already: restore() it first", link::cut);
    assertRefused("b:1>a:1 is not cut: there is nothing to restore", link.back()::restore);
    link.restore();
  }

  @Test
  void aCaptureOfALinkOfAnotherFabric(@TempDir Path directory) {
    try (Fabric other = Fabric.seed(1).join("a", "b", 1, TEN).build()) {
      assertRefused(
          "link 0 (a:0>b:0) is one of another fabric",
          () -> fabric.capture(directory.resolve("x.pcapng"), other.link(0)));
    }
  }

  @Test
  void aLinkThatIsCutTwiceOrRestoredUncut() {
    fabric.link(1).cut();
    assertRefused(
        "link 1 (a:1>b:1) is cut already: restore() it first",
        () -> fabric.link(1).cutSilently());
    fabric.link(1).restore();
    assertRefused(
        "link 1 (a:1>b:1) is not cut: there is nothing to restore",
        () -> fabric.link(1).restore());
    fabric.link(1).cutSilently();
    assertRefused(
        "link 1 (a:1>b:1) is cut silently already: restore() it first",
        () -> fabric.link(1).cut());
  }

  @Test
  void timeThatGoesBack() {
    fabric.advance(Duration.ofMillis(5));
    assertRefused(
        "time does not go back by PT1S: build another fabric by the same seed",
        () -> fabric.advance(Duration.ofSeconds(-1)));
    assertRefused(
        "PT0.004S has passed, it is PT0.005S: time does not go back",
        () -> fabric.at(Duration.ofMillis(4), () -> {}));
  }

  @Test
  void plansThatCannotBe() {
    assertRefused(
        "'B 2' names no node: use lower-case letters, digits and hyphens",
        () -> Fabric.seed(1).join("a", "B 2", 1, TEN));
    assertRefused(
        "0 links from a to b: give 1 to 64 between two nodes",
        () -> Fabric.seed(1).join("a", "b", 0, TEN));
    assertRefused(
        "s is a node already: name switches first, and once",
        () -> Fabric.seed(1).join("a", "s", 1, TEN).withSwitch("s"));
    assertRefused("a fabric joins two hosts at least", () -> Fabric.seed(1).build());
  }

  @Test
  void hostsThatHaveCrashedOrHaveNot() {
    assertRefused(
        "a is running: crash() it before you restart() it",
        () -> fabric.host("a").restart());
    fabric.host("a").crash();
    assertRefused("a has crashed: restart() it first", () -> fabric.host("a").crash());
  }

  @Test
  void anotherThreadAndAClosedFabric() {
    CompletableFuture<Void> elsewhere =
        CompletableFuture.runAsync(() -> fabric.advance(Duration.ofMillis(1)));
    CompletionException refused = assertThrows(CompletionException.class, elsewhere::join);
    assertTrue(
        String.valueOf(refused.getMessage()).contains("build it where you use it"),
        refused::toString);
    fabric.close();
    assertRefused("the fabric is closed: build another one", () -> fabric.advance(Duration.ZERO));
  }

  private RpcServer hangs() {
    return RpcServer.builder()
        .on(fabric.host("b"))
        .listen(1)
        .handle(HANG, call -> {})
        .start();
  }

  private RpcClient client() {
    return RpcClient.to(fabric.host("b").target(1)).on(fabric.host("a")).connect();
  }

  @Test
  void aCallThatNeverEndsEndsTheTest() {
    try (RpcServer _ = hangs();
        RpcClient client = client()) {
      CompletableFuture<String> never = client.callAsync(HANG, "");
      assertRefused(
          "what was waited for has not come in PT20S of virtual time: give the call a deadline, let"
              + " the fabric waitAtMost() longer, or look whether its handler ever answers: no"
              + " link is cut",
          () -> fabric.await(never));
      assertTrue(never.cancel(false));
    }
  }

  @Test
  void aWaitThatWasCutOffSaysWhatWasCut() {
    fabric.link(1).cut();
    CompletableFuture<String> never = new CompletableFuture<>();
    assertRefused(
        "what was waited for has not come in PT20S of virtual time: give the call a deadline, let"
            + " the fabric waitAtMost() longer, or look whether the hosts still reach each other:"
            + " of 2 links a:1>b:1 (cut)",
        () -> fabric.await(never));
  }

  @Test
  void aDirectHandlerThatWaitsFailsItsCallAndNothingElse() {
    try (RpcServer _ = RpcServer.builder()
            .on(fabric.host("b"))
            .listen(1)
            .handleDirect(HANG, call -> fabric.advance(Duration.ofSeconds(1)))
            .start();
        RpcClient client = client()) {
      RpcException refused = assertThrows(RpcException.class, () -> client.call(HANG, "wait"));
      assertEquals(StatusCode.UNKNOWN, refused.code());
    }
  }

  @Test
  void anActionThatWaits() {
    fabric.at(fabric.now(), () -> fabric.advance(Duration.ofSeconds(1)));
    assertRefused(
        "time passes already: what happens in it, such as a direct handler or an action of at(),"
            + " cannot wait; use callAsync and reply later",
        () -> fabric.advance(Duration.ofSeconds(1)));
  }

  @Test
  void aServerThatIsNotThere() {
    RpcException nobody = assertThrows(RpcException.class, this::client);
    assertEquals(
        "nobody listens on b:1: start the server there, or check host and port;"
            + " tried 10.0.0.3, 10.0.0.4",
        nobody.details());
    RpcException unknown = assertThrows(
        RpcException.class,
        () -> RpcClient.to("sennit:///c:1").on(fabric.host("a")).connect());
    assertEquals("unknown host c: check the name, or give an address", unknown.details());
  }
}
