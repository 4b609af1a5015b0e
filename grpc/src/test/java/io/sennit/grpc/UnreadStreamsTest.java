// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stream that nobody reads holds its own share, and calls beside it go on. */
final class UnreadStreamsTest {
  private static final long PATIENCE_SECONDS = 20;

  /** By length: hundreds of streams send the same. */
  private static final Map<Integer, byte[]> MESSAGES = new ConcurrentHashMap<>();

  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    server = Shm.server()
        .addService(ServerServiceDefinition.builder(TestMethods.SERVICE)
            .addMethod(TestMethods.DOWNLOAD, UnreadStreamsTest::push)
            .addMethod(TestMethods.UNARY, UnreadStreamsTest::answerAsLong)
            .build())
        .build()
        .start();
    channel = Shm.channel(server).build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.shutdownNow();
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
    assertTrue(server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "server lives on");
  }

  @ParameterizedTest
  @CsvSource({"60, 1048576", "200, 1048576", "300, 1048576", "300, 20000"})
  void callsBesideStreamsThatNobodyReadsAreAnswered(int streams, int bytes) throws Exception {
    for (int i = 0; i < streams; i++) {
      ClientCall<byte[], byte[]> unread =
          channel.newCall(TestMethods.DOWNLOAD, CallOptions.DEFAULT);
      unread.start(new Recorder().client(), new Metadata());
      unread.sendMessage(length(bytes));
      unread.halfClose();
    }
    for (int answerBytes : new int[] {100, 100_000, 100, 100_000, 3_000_000}) {
      assertEquals(answerBytes, answer(answerBytes).length);
    }
  }

  /** An answer as long as the request says. */
  private static ServerCall.Listener<byte[]> answerAsLong(
      ServerCall<byte[], byte[]> call, Metadata headers) {
    call.request(1);
    return new ServerCall.Listener<>() {
      @Override
      public void onMessage(byte[] message) {
        call.sendHeaders(new Metadata());
        call.sendMessage(ofLength(message));
        call.close(Status.OK, new Metadata());
      }
    };
  }

  private byte[] answer(int bytes) throws InterruptedException {
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> call = channel.newCall(
        TestMethods.UNARY,
        CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS));
    call.start(heard.client(), new Metadata());
    call.request(2);
    call.sendMessage(length(bytes));
    call.halfClose();
    heard.await(Recorder.Headers.class);
    byte[] answer = heard.await(Recorder.Message.class).bytes();
    assertEquals(Status.Code.OK, heard.await(Recorder.Closed.class).status().getCode());
    return answer;
  }

  /** Sends messages as long as the request says, for as long as the call is ready. */
  private static ServerCall.Listener<byte[]> push(
      ServerCall<byte[], byte[]> call, Metadata headers) {
    call.request(1);
    call.sendHeaders(new Metadata());
    return new ServerCall.Listener<>() {
      private byte[] answer = {};

      @Override
      public void onMessage(byte[] message) {
        answer = ofLength(message);
        onReady();
      }

      @Override
      public void onReady() {
        while (answer.length > 0 && call.isReady() && !call.isCancelled()) {
          call.sendMessage(answer);
        }
      }
    };
  }

  private static byte[] length(int bytes) {
    return Integer.toString(bytes).getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] ofLength(byte[] request) {
    int bytes = Integer.parseInt(new String(request, StandardCharsets.US_ASCII));
    return MESSAGES.computeIfAbsent(bytes, byte[]::new);
  }
}
