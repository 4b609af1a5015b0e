// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.BlockingClientCall;
import io.sennit.base.Randomness;
import io.sennit.examples.blobs.v1.Blob;
import io.sennit.examples.blobs.v1.BlobsGrpc;
import io.sennit.examples.blobs.v1.PutHeader;
import io.sennit.examples.blobs.v1.PutRequest;
import io.sennit.examples.blobs.v1.PutResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service alone, over gRPC's in-process transport. */
final class BlobsServiceTest {
  @TempDir
  Path served;

  @TempDir
  Path local;

  private Server server;
  private ManagedChannel channel;
  private BlobsClient client;

  @BeforeEach
  void start() throws IOException {
    String name = InProcessServerBuilder.generateName();
    server = InProcessServerBuilder.forName(name)
        .addService(new BlobsService(served))
        .build();
    server.start();
    channel = InProcessChannelBuilder.forName(name).build();
    client = new BlobsClient(channel, new BlobsClient.Options(true, 30, 30));
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.shutdownNow();
    assertTrue(server.awaitTermination(10, TimeUnit.SECONDS), "server ended");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, FileParts.PART_BYTES, 3 * FileParts.PART_BYTES + 17})
  void whatIsPutIsGot(int sizeBytes) throws Exception {
    byte[] content = new byte[sizeBytes];
    Randomness.seeded(sizeBytes).nextBytes(content);
    Path source = Files.write(local.resolve("source"), content);

    assertEquals(sizeBytes, client.put(source, "a/b", Progress.NONE));
    assertEquals(sizeBytes, client.get("a/b", local.resolve("target"), Progress.NONE));

    assertArrayEquals(content, Files.readAllBytes(local.resolve("target")));
    assertEquals(sizeBytes, client.stat("a/b").getSizeBytes());
    assertEquals(List.of("a/b"), client.list("").stream().map(Blob::getName).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/etc/passwd",
        "..",
        "../x",
        "a/../../x",
        "a//b",
        "./a",
        "x.sennit-part",
        "a\0b",
        "a\nb",
        "\u001b[31mred"
      })
  void namesThatLeaveTheDirectoryAreRefused(String name) {
    StatusException refused = assertThrows(StatusException.class, () -> client.stat(name));
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode(), refused::toString);
  }

  @Test
  void aLinkThatLeavesTheDirectoryIsRefused() throws IOException {
    Files.writeString(local.resolve("secret"), "secret");
    Files.createSymbolicLink(served.resolve("link"), local);
    StatusException refused = assertThrows(StatusException.class, () -> client.stat("link/secret"));
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode(), refused::toString);
  }

  @Test
  void aFileIsNotFetchedIntoADirectoryThatIsNotThere() throws IOException {
    Files.writeString(served.resolve("there"), "x");
    Path target = local.resolve("none/there");
    IOException refused =
        assertThrows(NotDirectoryException.class, () -> client.get("there", target, Progress.NONE));
    assertEquals(
        "no file can be made at '" + target
            + "': a part of its path is no directory; choose another name, or make the directory",
        FileFailure.sentence(target, refused));
    assertEquals(List.of(), filesOf(local));
  }

  @Test
  void whatCannotBeServedIsSaid() throws IOException {
    IOException missing =
        assertThrows(IOException.class, () -> new BlobsService(local.resolve("none")));
    assertEquals("there is no such directory; make it, or name another", missing.getMessage());
    Path file = Files.writeString(local.resolve("file"), "x");
    IOException noDirectory = assertThrows(IOException.class, () -> new BlobsService(file));
    assertEquals("it is no directory; name one", noDirectory.getMessage());
  }

  @Test
  void aMissingFileIsNotFoundAndLeavesNothing() {
    StatusException missing = assertThrows(
        StatusException.class, () -> client.get("no", local.resolve("no"), Progress.NONE));
    assertEquals(Status.Code.NOT_FOUND, missing.getStatus().getCode(), missing::toString);
    assertEquals(List.of(), filesOf(local));
  }

  @Test
  void anUploadThatStopsInTheMiddleLeavesNothing() throws Exception {
    BlockingClientCall<PutRequest, PutResponse> call = begin("half", 100, false);
    call.write(
        PutRequest.newBuilder().setData(ByteString.copyFrom(new byte[50])).build());
    call.halfClose();
    StatusException refused = assertThrows(StatusException.class, call::read);
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode(), refused::toString);
    assertEquals(List.of(), filesOf(served));
  }

  @Test
  void anUploadWithAnotherHashIsRefused() throws Exception {
    BlockingClientCall<PutRequest, PutResponse> call = begin("bad", 3, true);
    call.write(PutRequest.newBuilder().setData(ByteString.copyFromUtf8("abc")).build());
    call.write(PutRequest.newBuilder().setSha256(ByteString.copyFromUtf8("no")).build());
    call.halfClose();
    StatusException refused = assertThrows(StatusException.class, call::read);
    assertEquals(Status.Code.DATA_LOSS, refused.getStatus().getCode(), refused::toString);
    assertEquals(List.of(), filesOf(served));
  }

  @Test
  void moreBytesThanAnnouncedAreRefused() throws Exception {
    BlockingClientCall<PutRequest, PutResponse> call = begin("long", 2, false);
    call.write(PutRequest.newBuilder().setData(ByteString.copyFromUtf8("abc")).build());
    StatusException refused = assertThrows(StatusException.class, call::read);
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode(), refused::toString);
    assertEquals(List.of(), filesOf(served));
  }

  @Test
  void anOlderFileStaysUntilTheNewOneIsWhole() throws Exception {
    Files.writeString(served.resolve("kept"), "old");
    BlockingClientCall<PutRequest, PutResponse> call = begin("kept", 3, false);
    call.cancel("changed my mind", null);
    assertEquals("old", Files.readString(served.resolve("kept")));
    client.put(Files.writeString(local.resolve("new"), "new"), "kept", Progress.NONE);
    assertEquals("new", Files.readString(served.resolve("kept")));
  }

  @Test
  void aNameThatLeavesNoRoomForAnEndingIsGood() throws Exception {
    String longest = "n".repeat(255);
    client.put(Files.writeString(local.resolve("source"), "new"), longest, Progress.NONE);
    assertEquals("new", Files.readString(served.resolve(longest)));
  }

  @Test
  void aFileInTheWayOfADirectoryIsNoFaultOfTheServer() throws Exception {
    Path source = Files.writeString(local.resolve("source"), "new");
    Files.writeString(served.resolve("file"), "old");
    Files.createDirectory(served.resolve("directory"));
    for (String name : List.of("file/below", "directory")) {
      StatusException refused =
          assertThrows(StatusException.class, () -> client.put(source, name, Progress.NONE));
      Status status = refused.getStatus();
      assertEquals(Status.Code.FAILED_PRECONDITION, status.getCode(), refused::toString);
      assertFalse(
          String.valueOf(status.getDescription()).contains(served.toString()), refused::toString);
    }
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAndWhatIsBeingWrittenIsNot() throws Exception {
    Files.writeString(served.resolve(".dead.sennit-part"), "half");
    Files.writeString(served.resolve("other"), "whole");
    BlockingClientCall<PutRequest, PutResponse> call = begin("alive", 3, false);
    call.write(PutRequest.newBuilder().setData(ByteString.copyFromUtf8("abc")).build());
    while (filesOf(served).size() < 3) {
      Thread.onSpinWait();
    }
    UnfinishedFiles.removeAbandoned(served, Integer.MAX_VALUE);
    assertFalse(
        filesOf(served).toString().contains("dead"), () -> filesOf(served).toString());
    call.halfClose();
    assertEquals(3, call.read().getSizeBytes());
    assertEquals("abc", Files.readString(served.resolve("alive")));
    assertEquals("whole", Files.readString(served.resolve("other")));
  }

  private BlockingClientCall<PutRequest, PutResponse> begin(
      String name, long sizeBytes, boolean withSha256) throws Exception {
    BlockingClientCall<PutRequest, PutResponse> call =
        BlobsGrpc.newBlockingV2Stub(channel).put();
    PutHeader header = PutHeader.newBuilder()
        .setName(name)
        .setSizeBytes(sizeBytes)
        .setWithSha256(withSha256)
        .build();
    call.write(PutRequest.newBuilder().setHeader(header).build());
    return call;
  }

  private static List<String> filesOf(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::toString).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
