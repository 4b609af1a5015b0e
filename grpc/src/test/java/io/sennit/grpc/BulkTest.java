// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.sennit.grpc.transport.SessionAttributes;
import io.sennit.rpc.stream.BodyBytes;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionSnapshot;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Long messages of gRPC calls go from memory to memory by READ and WRITE, over shared memory. */
final class BulkTest {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int CHUNKS = 64;
  private static final long PATIENCE_SECONDS = 20;

  private final TestService service = new TestService();
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    server = Shm.server().addService(service.definition()).build().start();
    channel = Shm.channel(server).build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.shutdownNow();
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
    assertTrue(server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "server lives on");
  }

  @Test
  void aDownloadIsPushedIntoTheClientsMemory() throws InterruptedException {
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.DOWNLOAD, CallOptions.DEFAULT);
    call.start(heard.client(), new Metadata());
    call.request(CHUNKS);
    call.halfClose();
    TestService.Taken taken = service.take();
    taken.call().sendHeaders(new Metadata());
    heard.await(Recorder.Headers.class);
    Session client = Objects.requireNonNull(call.getAttributes().get(SessionAttributes.ENGINE));
    for (int i = 0; i < CHUNKS; i++) {
      taken.call().sendMessage(TransportContract.bytes(CHUNK_BYTES, i));
      assertArrayEquals(
          TransportContract.bytes(CHUNK_BYTES, i),
          heard.await(Recorder.Message.class).bytes(),
          "chunk " + i);
    }
    taken.call().close(Status.OK, new Metadata());
    assertEquals(Status.Code.OK, heard.await(Recorder.Closed.class).status().getCode());
    SessionSnapshot snapshot = client.snapshot();
    assertOneSided(snapshot.received());
    assertTrue(
        snapshot.received().byWrite() > snapshot.received().byRead(),
        "pulled rather than pushed: " + snapshot);
    assertNothingCopied(serverSession(taken));
  }

  @Test
  void anUploadIsPulledFromTheClientsMemory() throws InterruptedException {
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.UPLOAD, CallOptions.DEFAULT);
    call.start(heard.client(), new Metadata());
    call.request(1);
    TestService.Taken taken = service.take();
    taken.call().request(CHUNKS);
    for (int i = 0; i < CHUNKS; i++) {
      call.sendMessage(TransportContract.bytes(CHUNK_BYTES, i));
      assertArrayEquals(
          TransportContract.bytes(CHUNK_BYTES, i),
          taken.heard().await(Recorder.Message.class).bytes(),
          "chunk " + i);
    }
    assertOneSided(serverSession(taken).snapshot().received());
    call.cancel("enough", null);
    heard.await(Recorder.Closed.class);
  }

  @Test
  void longAnswersOfAMethodArePushedFromTheSecondOn() throws InterruptedException {
    int calls = 4;
    Session client = unary(0);
    for (int i = 1; i < calls; i++) {
      unary(i);
    }
    SessionSnapshot snapshot = client.snapshot();
    long pushed = snapshot.received().byWrite();
    assertTrue(pushed >= (calls - 1L) * CHUNK_BYTES, "pulled rather than pushed: " + snapshot);
  }

  @Test
  void aMessageOverTheLimitIsToldWithItsOwnLengthAndTheLimitThatWasSet()
      throws InterruptedException {
    String sentence = "a message of 5242880 bytes exceeds the limit of 4194304";
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.UNARY, CallOptions.DEFAULT);
    TestService.Taken taken = begin(call, heard);
    taken.call().sendMessage(new byte[5 << 20]);
    taken.call().close(Status.OK, new Metadata());
    assertRefused(sentence, heard);

    Recorder answered = new Recorder();
    ClientCall<byte[], byte[]> upload = channel.newCall(TestMethods.UPLOAD, CallOptions.DEFAULT);
    upload.start(answered.client(), new Metadata());
    upload.request(1);
    TestService.Taken second = service.take();
    second.call().request(1);
    upload.sendMessage(new byte[5 << 20]);
    assertRefused(sentence, answered);
  }

  private static void assertRefused(String sentence, Recorder heard) throws InterruptedException {
    Status status = heard.await(Recorder.Closed.class).status();
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, status.getCode(), status::toString);
    assertEquals(sentence, status.getDescription());
  }

  /** Begins a call, up to the server's headers. */
  private TestService.Taken begin(ClientCall<byte[], byte[]> call, Recorder heard)
      throws InterruptedException {
    call.start(heard.client(), new Metadata());
    call.request(2);
    call.sendMessage(new byte[10]);
    call.halfClose();
    TestService.Taken taken = service.take();
    taken.call().sendHeaders(new Metadata());
    return taken;
  }

  /** A call with a long answer; the session that carried it. */
  private Session unary(int seed) throws InterruptedException {
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> call = channel.newCall(TestMethods.UNARY, CallOptions.DEFAULT);
    TestService.Taken taken = begin(call, heard);
    taken.call().sendMessage(TransportContract.bytes(CHUNK_BYTES, seed));
    taken.call().close(Status.OK, new Metadata());
    assertArrayEquals(
        TransportContract.bytes(CHUNK_BYTES, seed),
        heard.await(Recorder.Message.class).bytes(),
        "answer " + seed);
    assertEquals(Status.Code.OK, heard.await(Recorder.Closed.class).status().getCode());
    return Objects.requireNonNull(call.getAttributes().get(SessionAttributes.ENGINE));
  }

  private static Session serverSession(TestService.Taken taken) {
    return Objects.requireNonNull(
        taken.call().getAttributes().get(SessionAttributes.ENGINE), "no session");
  }

  private static void assertOneSided(BodyBytes bytes) {
    long oneSided = bytes.byRead() + bytes.byWrite();
    assertTrue(oneSided >= (long) CHUNKS * CHUNK_BYTES, "one-sided " + oneSided + ": " + bytes);
  }

  private static void assertNothingCopied(Session sender) {
    SessionSnapshot snapshot = sender.snapshot();
    assertEquals(0, snapshot.copiedIn(), "copied before it was sent: " + snapshot);
  }
}
