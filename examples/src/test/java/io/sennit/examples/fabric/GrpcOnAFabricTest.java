// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.fabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.sennit.examples.blobs.BlobsService;
import io.sennit.examples.blobs.v1.BlobsGrpc;
import io.sennit.examples.blobs.v1.GetRequest;
import io.sennit.examples.blobs.v1.GetResponse;
import io.sennit.examples.blobs.v1.StatRequest;
import io.sennit.grpc.SennitChannelBuilder;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.simulator.api.Fabric;
import io.sennit.simulator.api.LinkSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** An unchanged gRPC service on a simulated fabric: {@code on(host)} is all that is new. */
final class GrpcOnAFabricTest {
  private final Fabric fabric =
      Fabric.seed(3).join("client", "server", 4, LinkSpec.gigabits(10)).build();
  private final byte[] stored = new byte[4 << 20];
  private Server server;
  private ManagedChannel channel;

  @TempDir
  Path served;

  @BeforeEach
  void start() throws IOException {
    new Random(1).nextBytes(stored);
    Files.write(served.resolve("blob"), stored);
    server = SennitServerBuilder.forAddress(
            new InetSocketAddress(7470), InsecureServerCredentials.create())
        .on(fabric.host("server"))
        .addService(new BlobsService(served))
        .build()
        .start();
    channel = SennitChannelBuilder.forTarget(fabric.host("server").target(7470))
        .on(fabric.host("client"))
        .build();
  }

  @AfterEach
  void stop() {
    channel.shutdown();
    server.shutdown();
    fabric.advance(Duration.ofSeconds(1));
    assertTrue(channel.isTerminated(), "the channel");
    assertTrue(server.isTerminated(), "the server");
    fabric.close();
  }

  @Test
  void aFileIsStreamedThoughALinkIsCut() {
    Received received = new Received();
    BlobsGrpc.newStub(channel).get(GetRequest.newBuilder().setName("blob").build(), received);
    fabric.advance(Duration.ofMillis(2));
    fabric.link(2).cut();
    assertArrayEquals(stored, fabric.await(received.all));
  }

  @Test
  void aFailureIsThatOfTheService() {
    StatRequest unknown = StatRequest.newBuilder().setName("nothing").build();
    var answer = BlobsGrpc.newFutureStub(channel).stat(unknown);
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> fabric.await(answer));
    assertEquals(Status.Code.NOT_FOUND, refused.getStatus().getCode());
  }

  @Test
  void aBlockingStubIsRefusedAndDoesNotWaitForEver() {
    GetRequest request = GetRequest.newBuilder().setName("blob").build();
    StatRequest stat = StatRequest.newBuilder().setName("blob").build();
    List<Executable> calls = List.of(
        () -> BlobsGrpc.newBlockingStub(channel).stat(stat),
        () -> BlobsGrpc.newBlockingV2Stub(channel).stat(stat),
        () -> BlobsGrpc.newBlockingV2Stub(channel).get(request));
    for (Executable call : calls) {
      IllegalStateException refused = assertThrows(IllegalStateException.class, call);
      assertTrue(
          String.valueOf(refused.getMessage()).contains("use a future or an asynchronous stub"),
          refused::toString);
    }
  }

  private static final class Received implements StreamObserver<GetResponse> {
    private final CompletableFuture<byte[]> all = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void onNext(GetResponse part) {
      bytes.writeBytes(part.getData().toByteArray());
    }

    @Override
    public void onError(Throwable failure) {
      all.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      all.complete(bytes.toByteArray());
    }
  }
}
