// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Attributes;
import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.Status;
import io.sennit.base.Randomness;
import io.sennit.rpc.SessionView;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What gRPC may expect of this transport, whatever carries its sessions: the cases of gRPC's own
 * contract suite that matter, which is published nowhere, seen through channel and server.
 */
abstract class TransportContract {
  static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
  private static final long PATIENCE_SECONDS = 20;
  private static final Metadata.Key<byte[]> BINARY =
      Metadata.Key.of("some-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final Metadata.Key<String> EXECUTED =
      Metadata.Key.of("sennit-executed", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> TEXT =
      Metadata.Key.of("some-text", Metadata.ASCII_STRING_MARSHALLER);

  final TestService service = new TestService();
  Server server;
  ManagedChannel channel;

  abstract SennitServerBuilder serverBuilder();

  abstract SennitChannelBuilder channelBuilder(Server running);

  @BeforeEach
  void start() throws IOException {
    server = serverBuilder().addService(service.definition()).build().start();
    channel = channelBuilder(server).build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.shutdownNow();
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
    assertTrue(server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "server lives on");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_000, 8_192, 32_763, 32_764, 40_000, 1_000_000, 4_194_304})
  void messagesOfEveryLengthArriveWhole(int length) throws InterruptedException {
    byte[] request = bytes(length, 1);
    byte[] response = bytes(length, 2);
    Pair pair = open(TestMethods.UNARY, CallOptions.DEFAULT, new Metadata());
    pair.client().sendMessage(request);
    pair.client().halfClose();
    pair.server().call().request(2);
    assertArrayEquals(
        request, pair.server().heard().await(Recorder.Message.class).bytes());
    pair.server().heard().await(Recorder.HalfClosed.class);
    pair.server().call().sendHeaders(new Metadata());
    pair.server().call().sendMessage(response);
    pair.server().call().close(Status.OK, new Metadata());
    assertArrayEquals(response, pair.heard().await(Recorder.Message.class).bytes());
    assertCode(Status.Code.OK, pair.closed());
    pair.server().heard().await(Recorder.Completed.class);
  }

  @Test
  void metadataAndStatusTravelBothWays() throws InterruptedException {
    Metadata sent = new Metadata();
    sent.put(BINARY, new byte[] {0, -1});
    sent.put(TEXT, "out");
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, sent);
    assertEquals("out", pair.server().headers().get(TEXT));
    assertArrayEquals(new byte[] {0, -1}, pair.server().headers().get(BINARY));
    Metadata headers = new Metadata();
    headers.put(TEXT, "back");
    pair.server().call().sendHeaders(headers);
    Metadata trailers = new Metadata();
    trailers.put(BINARY, new byte[] {7});
    pair.server().call().close(Status.ABORTED.withDescription("ünlucky\n"), trailers);
    assertEquals("back", pair.heard().await(Recorder.Headers.class).headers().get(TEXT));
    Recorder.Closed closed = pair.closed();
    assertCode(Status.Code.ABORTED, closed);
    assertEquals("ünlucky\n", closed.status().getDescription());
    assertArrayEquals(new byte[] {7}, closed.trailers().get(BINARY));
  }

  @Test
  void attributesAreHonest() throws InterruptedException {
    Pair pair =
        open(TestMethods.CHAT, CallOptions.DEFAULT.withAuthority("whoever"), new Metadata());
    assertEquals("whoever", pair.server().call().getAuthority());
    assertEquals("NONE", pair.server().call().getSecurityLevel().name());
    pair.server().call().sendHeaders(new Metadata());
    pair.heard().await(Recorder.Headers.class); // The client's call has its transport by now.
    for (Attributes attributes :
        List.of(pair.client().getAttributes(), pair.server().call().getAttributes())) {
      assertNotNull(attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR), attributes.toString());
      assertNotNull(attributes.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR), attributes.toString());
      SessionView session = attributes.get(SennitAttributes.SESSION);
      assertNotNull(session, attributes.toString());
      assertFalse(session.peer().provider().isEmpty(), session.toString());
    }
    pair.client().cancel("enough", null);
  }

  @Test
  void messagesArriveInTheirOrder() throws InterruptedException {
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata());
    int messages = 500;
    pair.server().call().request(messages);
    for (int i = 0; i < messages; i++) {
      pair.client().sendMessage(bytes(i % 7 == 0 ? 40_000 : i, i));
    }
    pair.client().halfClose();
    for (int i = 0; i < messages; i++) {
      assertArrayEquals(
          bytes(i % 7 == 0 ? 40_000 : i, i),
          pair.server().heard().await(Recorder.Message.class).bytes(),
          "message " + i);
    }
    pair.server().heard().await(Recorder.HalfClosed.class);
    pair.server().call().close(Status.OK, new Metadata());
    assertCode(Status.Code.OK, pair.closed());
  }

  @Test
  void aClientThatDoesNotReadPushesBackOnTheServer() throws InterruptedException {
    Pair pair = open(TestMethods.DOWNLOAD, CallOptions.DEFAULT, new Metadata());
    pair.client().halfClose();
    pair.server().call().sendHeaders(new Metadata());
    int sent = 0;
    while (pair.server().call().isReady()) {
      pair.server().call().sendMessage(bytes(100_000, sent++));
      assertTrue(sent < 1_000, "100 MB were taken from the server and nothing was read");
    }
    pair.client().request(sent);
    for (int i = 0; i < sent; i++) {
      assertArrayEquals(
          bytes(100_000, i), pair.heard().await(Recorder.Message.class).bytes(), "message " + i);
    }
    pair.server().heard().await(Recorder.Ready.class);
    pair.server().call().close(Status.OK, new Metadata());
    assertCode(Status.Code.OK, pair.closed());
  }

  @Test
  void aServerThatDoesNotReadPushesBackOnTheClient() throws InterruptedException {
    Pair pair = open(TestMethods.UPLOAD, CallOptions.DEFAULT, new Metadata());
    pair.heard().await(Recorder.Ready.class);
    int sent = 0;
    while (pair.client().isReady()) {
      pair.client().sendMessage(bytes(1_000, sent++));
      assertTrue(sent < 100_000, "100 MB were taken from the client and nothing was read");
    }
    pair.server().call().request(sent);
    for (int i = 0; i < sent; i++) {
      pair.server().heard().await(Recorder.Message.class);
    }
    pair.heard().await(Recorder.Ready.class);
    pair.client().cancel("enough", null);
    pair.server().heard().await(Recorder.Cancelled.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"at once", "after a message", "after half-close", "after an answer"})
  void theClientsCancelReachesTheServerAtEveryStage(String stage) throws InterruptedException {
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata());
    pair.server().call().request(1);
    if (!stage.equals("at once")) {
      pair.client().sendMessage(bytes(50_000, 1));
      pair.server().heard().await(Recorder.Message.class);
    }
    if (stage.equals("after half-close")) {
      pair.client().halfClose();
      pair.server().heard().await(Recorder.HalfClosed.class);
    }
    if (stage.equals("after an answer")) {
      pair.server().call().sendHeaders(new Metadata());
      pair.server().call().sendMessage(bytes(50_000, 2));
      pair.heard().await(Recorder.Message.class);
    }
    pair.client().cancel("changed my mind", null);
    Recorder.Closed closed = pair.closed();
    assertCode(Status.Code.CANCELLED, closed);
    assertEquals("changed my mind", closed.status().getDescription());
    pair.server().heard().await(Recorder.Cancelled.class);
    assertTrue(pair.server().call().isCancelled(), stage);
  }

  @Test
  void theDeadlineEndsBothSides() throws InterruptedException {
    // The first call waits for the session, which could take all of the deadline.
    open(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata()).client().cancel("warm", null);
    Pair pair = open(
        TestMethods.CHAT,
        CallOptions.DEFAULT.withDeadlineAfter(2, TimeUnit.SECONDS),
        new Metadata());
    pair.server().heard().await(Recorder.Cancelled.class);
    assertCode(Status.Code.DEADLINE_EXCEEDED, pair.closed());
  }

  @Test
  void aRequestThatIsTooLongIsRefusedWithAReason() throws InterruptedException {
    Pair pair = open(TestMethods.UNARY, CallOptions.DEFAULT, new Metadata());
    pair.server().call().request(2);
    pair.client().sendMessage(new byte[MAX_MESSAGE_BYTES + 1]);
    pair.client().halfClose();
    assertCode(Status.Code.RESOURCE_EXHAUSTED, pair.closed());
    pair.server().heard().await(Recorder.Cancelled.class);
    assertEquals(0, pair.server().heard().count(Recorder.Message.class));
  }

  @Test
  void anAnswerThatIsTooLongIsRefusedWithAReason() throws InterruptedException {
    Pair pair = open(TestMethods.UNARY, CallOptions.DEFAULT, new Metadata());
    pair.server().call().sendHeaders(new Metadata());
    pair.server().call().sendMessage(new byte[MAX_MESSAGE_BYTES + 200_000]);
    pair.server().call().close(Status.OK, new Metadata());
    assertCode(Status.Code.RESOURCE_EXHAUSTED, pair.closed());
    assertEquals(0, pair.heard().count(Recorder.Message.class));
  }

  @Test
  void metadataBeyondTheLimitIsRefusedOnBothSides() throws InterruptedException {
    Metadata big = new Metadata();
    big.put(TEXT, "x".repeat(9_000));
    Recorder heard = new Recorder();
    start(TestMethods.UNARY, CallOptions.DEFAULT, big, heard);
    Recorder.Closed refused = heard.await(Recorder.Closed.class);
    assertCode(Status.Code.RESOURCE_EXHAUSTED, refused);
    assertEquals(0, service.waiting(), "the handler saw the call");

    Pair headers = open(TestMethods.UNARY, CallOptions.DEFAULT, new Metadata());
    headers.server().call().sendHeaders(big);
    assertCode(Status.Code.RESOURCE_EXHAUSTED, headers.closed());

    Pair trailers = open(TestMethods.UNARY, CallOptions.DEFAULT, new Metadata());
    trailers.server().call().close(Status.ABORTED, big);
    assertCode(Status.Code.RESOURCE_EXHAUSTED, trailers.closed());
  }

  @Test
  void anOrderlyShutdownOfTheChannelLetsItsCallsEnd() throws InterruptedException {
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata());
    channel.shutdown();
    Recorder late = new Recorder();
    start(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata(), late);
    assertCode(Status.Code.UNAVAILABLE, late.await(Recorder.Closed.class));
    pair.server().call().request(1);
    pair.client().sendMessage(bytes(10, 1));
    pair.server().heard().await(Recorder.Message.class);
    assertFalse(channel.isTerminated(), "terminated with a call open");
    pair.server().call().close(Status.OK, new Metadata());
    assertCode(Status.Code.OK, pair.closed());
    assertTrue(channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "channel lives on");
  }

  @Test
  void anOrderlyShutdownOfTheServerLetsItsCallsEnd() throws InterruptedException {
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata());
    server.shutdown();
    pair.server().call().sendHeaders(new Metadata());
    pair.server().call().sendMessage(bytes(10, 1));
    pair.heard().await(Recorder.Message.class);
    assertFalse(server.isTerminated(), "terminated with a call open");
    pair.server().call().close(Status.OK, new Metadata());
    assertCode(Status.Code.OK, pair.closed());
    assertTrue(server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS), "server lives on");
    Recorder late = new Recorder();
    start(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata(), late);
    assertCode(Status.Code.UNAVAILABLE, late.await(Recorder.Closed.class));
  }

  @Test
  void killingTheChannelCancelsItsCallsAtTheServer() throws InterruptedException {
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata());
    channel.shutdownNow();
    Recorder.Closed closed = pair.closed();
    assertCode(Status.Code.UNAVAILABLE, closed);
    assertEquals("Channel shutdownNow invoked", closed.status().getDescription());
    pair.server().heard().await(Recorder.Cancelled.class);
  }

  @Test
  void killingTheServerEndsTheCallsOfItsClients() throws InterruptedException {
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, new Metadata());
    server.shutdownNow();
    assertCode(Status.Code.UNAVAILABLE, pair.closed());
    pair.server().heard().await(Recorder.Cancelled.class);
  }

  @Test
  void anUnknownMethodIsUnimplemented() throws InterruptedException {
    MethodDescriptor<byte[], byte[]> unknown =
        TestMethods.UNARY.toBuilder().setFullMethodName("no.Such/Method").build();
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> call = start(unknown, CallOptions.DEFAULT, new Metadata(), heard);
    call.sendMessage(bytes(10, 1));
    call.halfClose();
    Recorder.Closed closed = heard.await(Recorder.Closed.class);
    assertCode(Status.Code.UNIMPLEMENTED, closed);
    assertEquals("no", closed.trailers().get(EXECUTED), closed::toString);
  }

  @Test
  void callCredentialsAreRefusedBeforeTheyAreSent() throws InterruptedException {
    Recorder heard = new Recorder();
    start(
        TestMethods.UNARY,
        CallOptions.DEFAULT.withCallCredentials(new Secret()),
        new Metadata(),
        heard);
    Recorder.Closed closed = heard.await(Recorder.Closed.class);
    assertCode(Status.Code.UNAUTHENTICATED, closed);
    assertTrue(
        String.valueOf(closed.status().getDescription()).contains("security level NONE"),
        closed.status().toString());
    assertNull(closed.trailers().get(TEXT));
    assertEquals(0, service.waiting(), "the secret reached the server");
  }

  /** Credentials of the careless kind, which do not look at the security level. */
  private static final class Secret extends CallCredentials {
    @Override
    public void applyRequestMetadata(RequestInfo info, Executor executor, MetadataApplier applier) {
      Metadata secret = new Metadata();
      secret.put(TEXT, "secret");
      applier.apply(secret);
    }
  }

  private static void assertCode(Status.Code expected, Recorder.Closed closed) {
    assertEquals(expected, closed.status().getCode(), closed::toString);
  }

  /** Both ends of one call. */
  record Pair(ClientCall<byte[], byte[]> client, Recorder heard, TestService.Taken server) {
    Recorder.Closed closed() throws InterruptedException {
      return heard.await(Recorder.Closed.class);
    }
  }

  final Pair open(MethodDescriptor<byte[], byte[]> method, CallOptions options, Metadata metadata)
      throws InterruptedException {
    Recorder heard = new Recorder();
    ClientCall<byte[], byte[]> client = start(method, options, metadata, heard);
    if (method.getType() != MethodDescriptor.MethodType.SERVER_STREAMING) {
      client.request(1);
    }
    return new Pair(client, heard, service.take());
  }

  final ClientCall<byte[], byte[]> start(
      MethodDescriptor<byte[], byte[]> method,
      CallOptions options,
      Metadata metadata,
      Recorder heard) {
    ClientCall<byte[], byte[]> call = channel.newCall(method, options);
    call.start(heard.client(), metadata);
    return call;
  }

  static byte[] bytes(int length, long seed) {
    Randomness random = Randomness.seeded(seed);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }
}
