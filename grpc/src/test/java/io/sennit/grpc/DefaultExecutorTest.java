// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose threads run handlers, as users set it or do not. */
@Timeout(60)
final class DefaultExecutorTest {
  private final AtomicReference<Thread> ran = new AtomicReference<>();

  @Test
  void handlersRunOnVirtualThreadsUnlessAnExecutorIsSet() throws Exception {
    assertTrue(threadOf(Shm.server()).isVirtual());
  }

  @Test
  void anExecutorThatIsSetRunsThem() throws Exception {
    try (ExecutorService own =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().name("own-thread").factory())) {
      assertEquals("own-thread", threadOf(Shm.server().executor(own)).getName());
    }
  }

  @Test
  void noExecutorAtAllIsThatOfGrpc() throws Exception {
    assertTrue(threadOf(Shm.server().executor(null)).getName().startsWith("grpc-default-executor"));
  }

  private Thread threadOf(SennitServerBuilder builder) throws Exception {
    Server server = builder.addService(service()).build().start();
    ManagedChannel channel = Shm.channel(server).build();
    try {
      CallOptions options = CallOptions.DEFAULT.withWaitForReady();
      ClientCalls.blockingUnaryCall(channel, TestMethods.UNARY, options, new byte[1]);
    } finally {
      channel.shutdownNow();
      server.shutdownNow().awaitTermination();
    }
    return ran.get();
  }

  private ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(TestMethods.SERVICE)
        .addMethod(TestMethods.UNARY, ServerCalls.asyncUnaryCall((request, answers) -> {
          ran.set(Thread.currentThread());
          answers.onNext(request);
          answers.onCompleted();
        }))
        .build();
  }
}
