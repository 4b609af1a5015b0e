// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.NameResolverRegistry;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.sennit.grpc.direct.DirectFabric;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Calls that come while their session ends are run on the next one. */
final class LateCallsTest {
  private static final int CALLERS = 4;
  private static final int SESSIONS = 40;
  private static final long PATIENCE_SECONDS = 60;

  /** A channel hears of a shutdown in its context, which is busy here for as long as it takes. */
  @Test
  void aCallWaitsForTheNextSessionWhileTheChannelHasNotHeardOfTheEndOfTheLast() throws Exception {
    DirectFabric fabric = new DirectFabric();
    HeldResolver resolver =
        new HeldResolver(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    NameResolverRegistry.getDefaultRegistry().register(resolver);
    Server server = SennitServerBuilder.forPort(0)
        .listenWith(fabric::door)
        .addService(echo())
        .build()
        .start();
    ManagedChannel channel =
        SennitChannelBuilder.forTarget("held:///x").dialWith(fabric::dialer).build();
    Thread holder = new Thread(channel::resetConnectBackoff);
    try {
      call(channel);
      holder.start();
      resolver.awaitHeld();
      fabric.servers().getFirst().shutdown();
      fabric.settle();
      Recorder late = new Recorder();
      ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.UNARY, CallOptions.DEFAULT);
      call.start(late.client(), new Metadata());
      call.request(1);
      call.sendMessage(new byte[1]);
      call.halfClose();
      // A thousand repetitions take some milliseconds if nothing holds them back.
      assertTrue(late.isSilentFor(300, TimeUnit.MILLISECONDS), "ended before the channel knew");
      resolver.release();
      assertEquals(Status.Code.OK, late.await(Recorder.Closed.class).status().getCode());
      assertEquals(2, fabric.servers().size());
    } finally {
      resolver.release();
      holder.join();
      channel.shutdownNow();
      server.shutdownNow();
      fabric.close();
      NameResolverRegistry.getDefaultRegistry().deregister(resolver);
    }
  }

  /** The same, if the caller gives up first. */
  @Test
  void aCallThatWaitsForTheNextSessionCanBeCancelled() throws Exception {
    DirectFabric fabric = new DirectFabric();
    Server server = SennitServerBuilder.forPort(0)
        .listenWith(fabric::door)
        .addService(echo())
        .build()
        .start();
    ManagedChannel channel = SennitChannelBuilder.forTarget("sennit:///localhost")
        .dialWith(fabric::dialer)
        .disableRetry()
        .build();
    try {
      call(channel);
      fabric.servers().getFirst().shutdown();
      Recorder late = new Recorder();
      ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.UNARY, CallOptions.DEFAULT);
      call.start(late.client(), new Metadata());
      call.cancel("enough", null);
      assertEquals(
          Status.Code.CANCELLED, late.await(Recorder.Closed.class).status().getCode());
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
      fabric.close();
    }
  }

  @Test
  void smallCallsHearNothingOfSessionsThatAreSentAwayByAge() throws Exception {
    endless("age", SennitServerBuilder::maxConnectionAge);
  }

  private interface Limit {
    SennitServerBuilder set(SennitServerBuilder builder, long time, TimeUnit unit);
  }

  private static void endless(String name, Limit limit) throws Exception {
    Server server = limit
        .set(Shm.server(), 30, TimeUnit.MILLISECONDS)
        .addService(echo())
        .build()
        .start();
    ManagedChannel channel = Shm.channel(server).build();
    AtomicInteger sessions = new AtomicInteger();
    Map<String, AtomicInteger> ends = new ConcurrentHashMap<>();
    try {
      countSessions(channel, sessions);
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        callers.add(Thread.ofPlatform().start(() -> callUntil(channel, sessions, ends)));
      }
      for (Thread caller : callers) {
        caller.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertTrue(!caller.isAlive(), name + " after " + sessions + " sessions: " + ends);
      }
      assertEquals(List.of("OK"), List.copyOf(ends.keySet()), () -> name + ": " + ends);
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
      server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void countSessions(ManagedChannel channel, AtomicInteger sessions) {
    ConnectivityState now = channel.getState(true);
    if (now == ConnectivityState.READY) {
      sessions.incrementAndGet();
    }
    channel.notifyWhenStateChanged(now, () -> countSessions(channel, sessions));
  }

  private static void callUntil(
      ManagedChannel channel, AtomicInteger sessions, Map<String, AtomicInteger> ends) {
    while (sessions.get() < SESSIONS) {
      ends.computeIfAbsent(outcome(channel), end -> new AtomicInteger()).incrementAndGet();
    }
  }

  private static String outcome(ManagedChannel channel) {
    try {
      call(channel);
      return "OK";
    } catch (StatusRuntimeException e) {
      return e.getStatus() + " " + e.getTrailers();
    }
  }

  private static void call(ManagedChannel channel) {
    ClientCalls.blockingUnaryCall(
        channel, TestMethods.UNARY, CallOptions.DEFAULT.withWaitForReady(), new byte[10]);
  }

  private static ServerServiceDefinition echo() {
    return ServerServiceDefinition.builder(TestMethods.SERVICE)
        .addMethod(TestMethods.UNARY, ServerCalls.asyncUnaryCall((request, answer) -> {
          answer.onNext(request);
          answer.onCompleted();
        }))
        .build();
  }
}
