// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.ClientCalls;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.session.SessionConfig;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What gRPC does not close comes back. A blocking call that is cancelled leaves messages in a queue
 * that nobody drains; their memory was lost for the session, whose answers then never came.
 */
final class LeakedMessagesTest {
  private static final int MESSAGE_BYTES = 1 << 20;
  private static final int ROUNDS = 60;
  private static final long PATIENCE_SECONDS = 20;

  private final Semaphore echoed = new Semaphore(0);
  private Server server;
  private ManagedChannel channel;

  /** Room for less than the rounds leave behind. */
  private static SessionConfig small(SessionConfig config) {
    SessionConfig patient = Shm.patient(config);
    return patient.withRooms(
        patient.braid(),
        patient.streams(),
        BodyPoolConfig.defaults().withBudgets(32 << 20, 32 << 20));
  }

  @BeforeEach
  void start() throws Exception {
    server = SennitServerBuilder.forPort(0)
        .configureSession(LeakedMessagesTest::small)
        .addService(ServerServiceDefinition.builder(TestMethods.SERVICE)
            .addMethod(TestMethods.CHAT, this::echo)
            .build())
        .build()
        .start();
    channel = SennitChannelBuilder.forTarget("sennit:///127.0.0.1:" + server.getPort())
        .configureSession(LeakedMessagesTest::small)
        .build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.shutdownNow();
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
    assertTrue(server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "server lives on");
  }

  private ServerCall.Listener<byte[]> echo(ServerCall<byte[], byte[]> call, Metadata headers) {
    call.sendHeaders(new Metadata());
    call.request(1);
    return new ServerCall.Listener<>() {
      @Override
      public void onMessage(byte[] message) {
        call.sendMessage(message);
        call.request(1);
        echoed.release();
      }

      @Override
      public void onHalfClose() {
        call.close(Status.OK, new Metadata());
      }
    };
  }

  private BlockingClientCall<byte[], byte[]> open() {
    return ClientCalls.blockingBidiStreamingCall(
        channel,
        TestMethods.CHAT,
        CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void answersComeAfterManyCallsWereCancelledWithMessagesUnread() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      BlockingClientCall<byte[], byte[]> call = open();
      call.write(new byte[MESSAGE_BYTES]);
      assertEquals(MESSAGE_BYTES, call.read().length, "round " + round);
      call.write(new byte[MESSAGE_BYTES]);
      assertTrue(echoed.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS), "round " + round);
      // A later answer on the session: the echo before it has been handed to gRPC meanwhile.
      assertEquals(1, shortEcho().length);
      call.cancel("enough", null);
    }
    BlockingClientCall<byte[], byte[]> after = open();
    after.write(new byte[100_000]);
    assertEquals(100_000, after.read().length);
    after.cancel("done", null);
  }

  private byte[] shortEcho() throws Exception {
    BlockingClientCall<byte[], byte[]> call = open();
    call.write(new byte[1]);
    byte[] answer = call.read();
    call.cancel("done", null);
    echoed.acquire();
    return answer;
  }
}
