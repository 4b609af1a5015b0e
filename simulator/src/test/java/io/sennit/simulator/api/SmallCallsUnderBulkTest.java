// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.RpcServerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Calls of 64 bytes while a transfer fills all links, in a network with classes. */
final class SmallCallsUnderBulkTest {
  private static final int PORT = 7470;
  private static final int CALLS = 200;
  private static final int BULK_BYTES = 1 << 20;
  private static final int BULKS = 8;
  private static final Duration PAUSE = Duration.ofMillis(1);
  private static final Method<byte[], byte[]> ECHO =
      Method.of("test/Echo", Codec.bytes(), Codec.bytes());
  private static final Method<byte[], byte[]> FETCH =
      Method.of("test/Fetch", Codec.bytes(), Codec.bytes());

  /** A queue of 4 ms, and marks from 0.8 ms on. */
  private static final LinkSpec LINK =
      LinkSpec.gigabits(1).withBuffer(512 << 10).withDelay(Duration.ofNanos(10_000));

  private static Fabric parallel(LinkSpec link) {
    return Fabric.seed(7).join("a", "b", 4, link).build();
  }

  private static Fabric leafSpine(LinkSpec link) {
    FabricBuilder builder =
        Fabric.seed(7).withSwitch("left").withSwitch("right").withSwitch("one").withSwitch("two");
    for (String spine : List.of("one", "two")) {
      builder.join("left", spine, 1, link).join(spine, "right", 1, link);
    }
    LinkSpec wide = link.withGigabits(2);
    return builder.join("a", "left", 1, wide).join("b", "right", 1, wide).build();
  }

  private record Measured(long aloneNanos, long loadedNanos, double megabits) {
    double ratio() {
      return loadedNanos / (double) aloneNanos;
    }
  }

  private static Measured measure(Fabric built) {
    try (Fabric fabric = built;
        RpcServer _ = start(RpcServer.builder().on(fabric.host("b")));
        RpcClient client =
            RpcClient.to(fabric.host("b").target(PORT)).on(fabric.host("a")).connect()) {
      fabric.advance(Duration.ofMillis(50));
      long alone = percentile(fabric, client, () -> {});
      Bulk bulk = new Bulk(client);
      for (int at = 0; at < 200; at++) { // Until windows are full.
        bulk.keepUp();
        fabric.advance(PAUSE);
      }
      Duration begin = fabric.now();
      long before = bulk.movedBytes();
      long loaded = percentile(fabric, client, bulk::keepUp);
      double bits = 8.0 * (bulk.movedBytes() - before);
      return new Measured(alone, loaded, bits * 1e3 / fabric.now().minus(begin).toNanos());
    }
  }

  private static RpcServer start(RpcServerBuilder builder) {
    return builder
        .listen(PORT)
        .handle(ECHO, call -> call.reply(call.request()))
        .handle(FETCH, call -> call.reply(new byte[BULK_BYTES]))
        .start();
  }

  /** Calls with large answers without end. */
  private static final class Bulk {
    private final RpcClient client;
    private final List<CompletableFuture<byte[]>> open = new ArrayList<>();
    private long moved;

    private Bulk(RpcClient client) {
      this.client = client;
    }

    private void keepUp() {
      open.removeIf(call -> {
        moved += call.isDone() ? call.join().length : 0;
        return call.isDone();
      });
      while (open.size() < BULKS) {
        open.add(client.callAsync(FETCH, new byte[8]));
      }
    }

    private long movedBytes() {
      return moved;
    }
  }

  private static long percentile(Fabric fabric, RpcClient client, Runnable meanwhile) {
    List<Long> nanos = new ArrayList<>();
    for (int at = 0; at < CALLS; at++) {
      meanwhile.run();
      fabric.advance(PAUSE);
      Duration begin = fabric.now();
      byte[] _ = client.call(ECHO, new byte[64]);
      nanos.add(fabric.now().minus(begin).toNanos());
    }
    return nanos.stream().sorted().toList().get(CALLS * 99 / 100);
  }

  @Test
  void callsOverParallelLinksKeepTheirTime() {
    Measured with = measure(parallel(LINK.withPriority()));
    assertTrue(with.ratio() <= 3, with::toString);
    assertTrue(with.megabits() > 3_000, with::toString);
  }

  @Test
  void callsOverLeafAndSpineKeepTheirTime() {
    Measured with = measure(leafSpine(LINK.withPriority()));
    assertTrue(with.ratio() <= 3, with::toString);
    assertTrue(with.megabits() > 900, with::toString);
  }

  /** So that the others show something. */
  @Test
  void callsWaitInTheQueueOfTheChunksWhereSwitchesKnowNoClasses() {
    Measured without = measure(parallel(LINK));
    assertTrue(without.ratio() > 10, without::toString);
  }
}
