// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.sennit.rpc.Body;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.SessionOptions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thread that blocks in the native API may drive the loop that gRPC's sessions share; what gRPC's
 * direct executors run must not run on it.
 */
@Timeout(120)
final class DirectExecutorTest {
  private static final int CALLS = 500;
  private static final long PATIENCE_SECONDS = 60;
  private static final Method<Body, Body> ECHO = Method.raw("native/Echo");

  private final Set<Thread> ranUserCode = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Server server;
  private final ManagedChannel channel;
  private final RpcServer nativeServer;

  DirectExecutorTest() throws Exception {
    server = Shm.server().directExecutor().addService(echo()).build().start();
    channel = Shm.channel(server).directExecutor().build();
    nativeServer = RpcServer.builder()
        .listen(0)
        .sessions(sessions())
        .handle(ECHO, call -> call.reply(call.body()))
        .start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    over.set(true);
    channel.shutdownNow();
    server.shutdownNow();
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
    assertTrue(server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "server lives on");
    nativeServer.close();
  }

  private static SessionOptions sessions() {
    return SessionOptions.defaults()
        .withProviders("shm")
        .withConnectTimeout(Duration.ofSeconds(PATIENCE_SECONDS));
  }

  private ServerServiceDefinition echo() {
    return ServerServiceDefinition.builder(TestMethods.SERVICE)
        .addMethod(TestMethods.UNARY, (call, headers) -> {
          call.request(1);
          return new Answering(call);
        })
        .build();
  }

  @Test
  void aDrivingCallerRunsNoCodeOfGrpcsApplications() throws Exception {
    CountDownLatch driving = new CountDownLatch(1);
    Thread driver = Thread.ofPlatform().start(() -> callNatively(driving));
    assertTrue(driving.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "no native call came back");
    for (int i = 0; i < CALLS; i++) {
      assertEquals(Status.Code.OK, callByGrpc().getCode());
    }
    over.set(true);
    driver.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertEquals(null, failure.get());
    assertFalse(ranUserCode.isEmpty(), "nothing ran");
    assertFalse(ranUserCode.contains(driver), () -> "user code ran on " + ranUserCode);
  }

  private void callNatively(CountDownLatch driving) {
    try (RpcClient client = RpcClient.to("127.0.0.1:" + nativeServer.address().getPort())
            .sessions(sessions())
            .connect();
        Body body = Body.wrap(new byte[100])) {
      while (!over.get()) {
        client.call(ECHO, body).close();
        driving.countDown();
      }
    } catch (RuntimeException e) {
      failure.set(e);
    }
  }

  private Status callByGrpc() throws InterruptedException {
    MethodDescriptor<byte[], byte[]> method = TestMethods.UNARY;
    ClientCall<byte[], byte[]> call = channel.newCall(method, CallOptions.DEFAULT);
    AtomicReference<Status> end = new AtomicReference<>(Status.UNKNOWN);
    CountDownLatch closed = new CountDownLatch(1);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(byte[] message) {
            ranUserCode.add(Thread.currentThread());
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            ranUserCode.add(Thread.currentThread());
            end.set(status);
            closed.countDown();
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage(new byte[100]);
    call.halfClose();
    assertTrue(closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "the call does not end");
    return end.get();
  }

  /** Answers on whatever thread it is told on. */
  private final class Answering extends ServerCall.Listener<byte[]> {
    private final ServerCall<byte[], byte[]> call;

    private Answering(ServerCall<byte[], byte[]> call) {
      this.call = call;
    }

    @Override
    public void onMessage(byte[] message) {
      ranUserCode.add(Thread.currentThread());
      call.sendHeaders(new Metadata());
      call.sendMessage(message);
    }

    @Override
    public void onHalfClose() {
      ranUserCode.add(Thread.currentThread());
      call.close(Status.OK, new Metadata());
    }
  }
}
