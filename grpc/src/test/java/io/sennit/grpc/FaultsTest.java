// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What an application hears when things go wrong below it: one clear sentence, in time. */
final class FaultsTest {
  private static final Metadata.Key<String> EXECUTED =
      Metadata.Key.of("sennit-executed", Metadata.ASCII_STRING_MARSHALLER);
  private static final long PATIENCE_SECONDS = 20;

  @Test
  void nobodyListens() throws InterruptedException {
    String sentence = failureOf("sennit:///127.0.0.1:1");
    assertTrue(sentence.contains("nobody listens on 127.0.0.1:1"), sentence);
  }

  @Test
  void theHostIsUnknown() throws InterruptedException {
    String sentence = failureOf("sennit:///no-such-host.invalid");
    assertTrue(sentence.contains("unknown host no-such-host.invalid"), sentence);
  }

  @Test
  void noProviderIsLeft() throws Exception {
    Server server = SennitServerBuilder.forPort(0).build().start();
    try {
      String sentence =
          failureOf("sennit:///127.0.0.1:" + server.getPort() + "?provider=shm&exclude=shm");
      assertTrue(sentence.contains("provider"), sentence);
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void thePortIsTaken() throws IOException {
    Server first = SennitServerBuilder.forPort(0).build().start();
    try {
      IOException failure = assertThrows(
          IOException.class,
          () -> SennitServerBuilder.forPort(first.getPort()).build().start());
      String sentence = String.valueOf(failure.getMessage());
      assertTrue(sentence.contains(first.getPort() + " is in use"), sentence);
    } finally {
      first.shutdownNow();
    }
  }

  @Test
  void theServersProcessIsKilled() throws Exception {
    try (ForkedServer server = ForkedServer.start()) {
      ManagedChannel channel = Shm.channel(server.port()).build();
      Recorder heard = new Recorder();
      ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.CHAT, CallOptions.DEFAULT);
      call.start(heard.client(), new Metadata());
      call.request(1);
      call.sendMessage(new byte[100_000]);
      heard.await(Recorder.Ready.class);
      server.kill();
      Recorder.Closed closed = heard.await(Recorder.Closed.class);
      assertEquals(Status.Code.UNAVAILABLE, closed.status().getCode(), closed::toString);
      assertEquals("maybe", closed.trailers().get(EXECUTED), closed::toString);
      end(channel);
    }
  }

  private static String failureOf(String target) throws InterruptedException {
    ManagedChannel channel = SennitChannelBuilder.forTarget(target).build();
    Recorder heard = new Recorder();
    channel.newCall(TestMethods.UNARY, CallOptions.DEFAULT).start(heard.client(), new Metadata());
    Recorder.Closed closed = heard.await(Recorder.Closed.class);
    assertEquals(Status.Code.UNAVAILABLE, closed.status().getCode(), closed::toString);
    end(channel);
    return String.valueOf(closed.status().getDescription());
  }

  private static void end(ManagedChannel channel) throws InterruptedException {
    channel.shutdownNow();
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
  }
}
