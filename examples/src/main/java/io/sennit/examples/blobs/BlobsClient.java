// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.BlockingClientCall;
import io.sennit.examples.blobs.v1.Blob;
import io.sennit.examples.blobs.v1.BlobsGrpc;
import io.sennit.examples.blobs.v1.BlobsGrpc.BlobsBlockingV2Stub;
import io.sennit.examples.blobs.v1.GetRequest;
import io.sennit.examples.blobs.v1.GetResponse;
import io.sennit.examples.blobs.v1.ListRequest;
import io.sennit.examples.blobs.v1.ListResponse;
import io.sennit.examples.blobs.v1.PutHeader;
import io.sennit.examples.blobs.v1.PutRequest;
import io.sennit.examples.blobs.v1.PutResponse;
import io.sennit.examples.blobs.v1.StatRequest;
import io.sennit.examples.blobs.v1.StatResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The blobs service as a client sees it, blocking, over any gRPC channel. Every wait has a bound,
 * see {@link Options}. Safe from any thread.
 */
public final class BlobsClient {
  /**
   * How to work.
   *
   * @param verify whether both sides hash every transfer and compare
   * @param callSeconds longest small call
   * @param stallSeconds longest time without progress in a transfer
   */
  public record Options(boolean verify, int callSeconds, int stallSeconds) {
    /**
     * For a person who waits for the answer. A small call lasts longer than the transport's
     * attempts to connect, so that failed ones are told with their own reason.
     */
    public static Options interactive() {
      return new Options(true, 10, 30);
    }
  }

  private final BlobsBlockingV2Stub stub;
  private final Options options;

  /**
   * Uses a channel.
   *
   * @param channel how to reach the server; stays the caller's
   */
  public BlobsClient(Channel channel, Options options) {
    stub = BlobsGrpc.newBlockingV2Stub(channel);
    this.options = options;
  }

  /** Size and time of one file. */
  public StatResponse stat(String name) throws StatusException {
    return stub.withDeadlineAfter(options.callSeconds, TimeUnit.SECONDS)
        .stat(StatRequest.newBuilder().setName(name).build());
  }

  /** All files whose names begin with the prefix. */
  public List<Blob> list(String prefix)
      throws StatusException, InterruptedException, TimeoutException {
    List<Blob> blobs = new ArrayList<>();
    BlockingClientCall<?, ListResponse> call =
        stub.list(ListRequest.newBuilder().setPrefix(prefix).build());
    try {
      for (ListResponse page = read(call); page != null; page = read(call)) {
        blobs.addAll(page.getBlobsList());
      }
      return blobs;
    } finally {
      call.cancel("listing ended", null);
    }
  }

  /**
   * Fetches one file; it appears under its name as a whole or not at all.
   *
   * @return bytes
   * @throws IOException if the local file cannot be written
   * @throws StatusException if the call failed
   */
  public long get(String name, Path target, Progress progress)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    BlockingClientCall<?, GetResponse> call = stub.get(
        GetRequest.newBuilder().setName(name).setWithSha256(options.verify).build());
    try {
      GetResponse header = require(read(call), name);
      try (PartialFile file = PartialFile.create(target)) {
        receive(call, name, header.getHeader().getSizeBytes(), file, progress);
        file.commit();
        return file.sizeBytes();
      }
    } finally {
      call.cancel("transfer ended", null);
    }
  }

  /**
   * Stores one file.
   *
   * @return bytes
   * @throws IOException if the local file cannot be read
   * @throws StatusException if the call failed
   */
  public long put(Path source, String name, Progress progress)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    try (FileChannel channel = FileParts.open(source)) {
      BlockingClientCall<PutRequest, PutResponse> call = stub.put();
      try {
        send(call, channel, name, progress);
        call.halfClose();
        return require(read(call), name).getSizeBytes();
      } finally {
        call.cancel("transfer ended", null);
      }
    }
  }

  private void receive(
      BlockingClientCall<?, GetResponse> call,
      String name,
      long totalBytes,
      PartialFile file,
      Progress progress)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    Sha256 own = new Sha256();
    ByteString sent = ByteString.EMPTY;
    for (GetResponse part = read(call); part != null; part = read(call)) {
      if (part.hasSha256()) {
        sent = part.getSha256();
        continue;
      }
      ByteBuffer bytes = part.getData().asReadOnlyByteBuffer();
      if (options.verify) {
        own.update(bytes);
      }
      file.write(bytes);
      progress.moved(file.sizeBytes(), totalBytes);
    }
    if (file.sizeBytes() != totalBytes) {
      throw dataLoss(name, file.sizeBytes() + " of " + totalBytes + " bytes arrived");
    }
    if (options.verify && !own.finish().equals(sent)) {
      throw dataLoss(name, "SHA-256 differs");
    }
  }

  private void send(
      BlockingClientCall<PutRequest, PutResponse> call,
      FileChannel channel,
      String name,
      Progress progress)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    long totalBytes = channel.size();
    PutHeader.Builder header =
        PutHeader.newBuilder().setName(name).setSizeBytes(totalBytes).setWithSha256(options.verify);
    boolean open = write(call, PutRequest.newBuilder().setHeader(header).build());
    Sha256 sha256 = new Sha256();
    long sentBytes = 0;
    while (open && sentBytes < totalBytes) {
      ByteBuffer part = FileParts.read(channel, totalBytes - sentBytes);
      if (!part.hasRemaining()) {
        throw new IOException("it became shorter while it was sent; try again");
      }
      sentBytes += part.remaining();
      if (options.verify) {
        sha256.update(part);
      }
      ByteString data = UnsafeByteOperations.unsafeWrap(part);
      open = write(call, PutRequest.newBuilder().setData(data).build());
      progress.moved(sentBytes, totalBytes);
    }
    if (open && options.verify) {
      write(call, PutRequest.newBuilder().setSha256(sha256.finish()).build());
    }
  }

  /** False if the server has ended the call: the reason is in the next read. */
  private boolean write(BlockingClientCall<PutRequest, ?> call, PutRequest part)
      throws StatusException, InterruptedException, TimeoutException {
    return call.write(part, options.stallSeconds, TimeUnit.SECONDS);
  }

  private <T> T read(BlockingClientCall<?, T> call)
      throws StatusException, InterruptedException, TimeoutException {
    return call.read(options.stallSeconds, TimeUnit.SECONDS);
  }

  private static <T> T require(T response, String name) {
    if (response == null) {
      throw dataLoss(name, "the server ended the call without an answer");
    }
    return response;
  }

  private static StatusRuntimeException dataLoss(String name, String what) {
    return Status.DATA_LOSS
        .withDescription("'" + name + "' did not arrive whole: " + what + "; try again")
        .asRuntimeException();
  }
}
