// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.sennit.grpc.direct.DirectFabric;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server may send its clients away, and a peer that does not answer is given up. */
final class SessionAgeTest {
  private static final long PATIENCE_SECONDS = 20;

  private final DirectFabric fabric = new DirectFabric();
  private final TestService service = new TestService();
  private final SennitServerBuilder builder =
      SennitServerBuilder.forPort(0).listenWith(fabric::door);
  private @Nullable Server server;
  private @Nullable ManagedChannel channel;

  @AfterEach
  void stop() {
    channel().shutdownNow();
    Objects.requireNonNull(server).shutdownNow();
    fabric.close();
  }

  @Test
  void anIdleSessionIsSentAwayAndTheNextCallGetsAnother() throws Exception {
    builder.maxConnectionIdle(50, TimeUnit.MILLISECONDS);
    start();
    finish(openCall());
    awaitSentAway();
    finish(openCall());
    assertEquals(2, fabric.servers().size());
  }

  @Test
  void anOldSessionIsSentAwayButItsCallEnds() throws Exception {
    builder.maxConnectionAge(50, TimeUnit.MILLISECONDS);
    start();
    Open old = openCall();
    awaitSentAway();
    finish(old);
  }

  @Test
  void theGraceOfAnOldSessionIsBounded() throws Exception {
    builder
        .maxConnectionAge(50, TimeUnit.MILLISECONDS)
        .maxConnectionAgeGrace(50, TimeUnit.MILLISECONDS);
    start();
    Open old = openCall();
    assertEquals(
        Status.Code.UNAVAILABLE,
        old.heard().await(Recorder.Closed.class).status().getCode());
  }

  @Test
  void aClientThatDoesNotAnswerIsGivenUp() throws Exception {
    builder.keepAliveTime(50, TimeUnit.MILLISECONDS).keepAliveTimeout(50, TimeUnit.MILLISECONDS);
    start();
    Open open = openCall();
    fabric.servers().getFirst().ignorePings();
    open.taken().heard().await(Recorder.Cancelled.class);
    assertEquals(
        Status.Code.UNAVAILABLE,
        open.heard().await(Recorder.Closed.class).status().getCode());
  }

  @Test
  void aClientThatAnswersIsKept() throws Exception {
    builder.keepAliveTime(20, TimeUnit.MILLISECONDS).keepAliveTimeout(5, TimeUnit.SECONDS);
    start();
    Open open = openCall();
    fabric.servers().getFirst().awaitPings(5);
    finish(open);
  }

  private record Open(ClientCall<byte[], byte[]> call, Recorder heard, TestService.Taken taken) {}

  private void start() throws IOException {
    server = builder.addService(service.definition()).build().start();
    channel = SennitChannelBuilder.forTarget("sennit:///localhost")
        .dialWith(fabric::dialer)
        .build();
  }

  private ManagedChannel channel() {
    return Objects.requireNonNull(channel);
  }

  private Open openCall() throws InterruptedException {
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> call = channel().newCall(TestMethods.CHAT, CallOptions.DEFAULT);
    call.start(heard.client(), new Metadata());
    return new Open(call, heard, service.take());
  }

  private static void finish(Open open) throws InterruptedException {
    open.taken().call().close(Status.OK, new Metadata());
    assertEquals(
        Status.Code.OK, open.heard().await(Recorder.Closed.class).status().getCode());
  }

  private void awaitSentAway() throws InterruptedException {
    CountDownLatch changed = new CountDownLatch(1);
    channel().notifyWhenStateChanged(ConnectivityState.READY, changed::countDown);
    assertTrue(changed.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "still ready");
  }
}
