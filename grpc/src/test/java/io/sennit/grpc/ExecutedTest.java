// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.sennit.grpc.direct.DirectFabric;
import io.sennit.rpc.Executed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call is repeated behind the application's back only if it is proved that it never ran. */
final class ExecutedTest {
  private static final Metadata.Key<String> EXECUTED =
      Metadata.Key.of("sennit-executed", Metadata.ASCII_STRING_MARSHALLER);
  private static final long PATIENCE_SECONDS = 20;

  private final DirectFabric fabric = new DirectFabric();
  private final TestService service = new TestService();
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    server = SennitServerBuilder.forPort(0)
        .listenWith(fabric::door)
        .addService(service.definition())
        .build()
        .start();
    channel = SennitChannelBuilder.forTarget("sennit:///localhost")
        .dialWith(fabric::dialer)
        .enableRetry()
        .defaultServiceConfig(Map.of("methodConfig", List.of()))
        .build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.shutdownNow();
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
    fabric.close();
  }

  @Test
  void aCallThatWasRefusedUnseenIsRepeatedOnce() throws InterruptedException {
    fabric.refuseNext(1, Executed.NO);
    Recorder heard = new Recorder();
    call(heard);
    TestService.Taken taken = service.take();
    taken.call().close(Status.ABORTED, new Metadata());
    assertEquals(
        Status.Code.ABORTED, heard.await(Recorder.Closed.class).status().getCode());
    assertEquals(0, service.waiting(), "executed twice");
  }

  @Test
  void aCallThatIsRefusedAgainAndAgainEnds() throws InterruptedException {
    fabric.refuseNext(100, Executed.NO);
    Recorder heard = new Recorder();
    call(heard);
    Recorder.Closed closed = heard.await(Recorder.Closed.class);
    assertEquals(Status.Code.UNAVAILABLE, closed.status().getCode());
    assertEquals("no", closed.trailers().get(EXECUTED));
    assertEquals(0, service.waiting(), "executed");
  }

  @Test
  void aCallThatMayHaveRunIsNotRepeatedAndSaysSo() throws InterruptedException {
    fabric.refuseNext(1, Executed.MAYBE);
    Recorder heard = new Recorder();
    call(heard);
    Recorder.Closed closed = heard.await(Recorder.Closed.class);
    assertEquals(Status.Code.UNAVAILABLE, closed.status().getCode());
    assertEquals("maybe", closed.trailers().get(EXECUTED));
    assertEquals(0, service.waiting(), "executed again");
  }

  private void call(Recorder heard) {
    ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.UNARY, CallOptions.DEFAULT);
    call.start(heard.client(), new Metadata());
    call.request(2);
    call.sendMessage(new byte[10]);
    call.halfClose();
  }
}
