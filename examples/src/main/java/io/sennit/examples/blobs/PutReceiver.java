// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.sennit.examples.blobs.v1.PutHeader;
import io.sennit.examples.blobs.v1.PutRequest;
import io.sennit.examples.blobs.v1.PutResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives one file. Asks for the next part when the last one is on disk, so that a slow disk slows
 * its sender down and no queue grows. gRPC calls it from one thread at a time.
 */
final class PutReceiver implements StreamObserver<PutRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(PutReceiver.class);

  private final BlobDirectory directory;
  private final ServerCallStreamObserver<PutResponse> responses;
  private final Sha256 sha256 = new Sha256();
  private PutHeader header = PutHeader.getDefaultInstance();
  private @Nullable PartialFile file;
  private ByteString sentSha256 = ByteString.EMPTY;
  private boolean ended;

  PutReceiver(BlobDirectory directory, ServerCallStreamObserver<PutResponse> responses) {
    this.directory = directory;
    this.responses = responses;
  }

  PutReceiver start() {
    responses.disableAutoRequest();
    responses.setOnCancelHandler(this::discard);
    responses.request(1);
    return this;
  }

  @Override
  public void onNext(PutRequest request) {
    if (ended) {
      return;
    }
    try {
      accept(request);
      responses.request(1);
    } catch (IOException e) {
      fail(FileFailure.status(header.getName(), e));
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  @Override
  public void onError(Throwable cause) {
    discard();
  }

  @Override
  public void onCompleted() {
    if (ended) {
      return;
    }
    try {
      long sizeBytes = finish();
      ended = true;
      responses.onNext(PutResponse.newBuilder().setSizeBytes(sizeBytes).build());
      responses.onCompleted();
    } catch (IOException e) {
      fail(FileFailure.status(header.getName(), e));
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void accept(PutRequest request) throws IOException {
    switch (request.getPartCase()) {
      case HEADER -> begin(request.getHeader());
      case DATA -> append(request.getData());
      case SHA256 -> sentSha256 = request.getSha256();
      case PART_NOT_SET -> throw refusal("a part of an unknown kind arrived");
    }
  }

  private void begin(PutHeader newHeader) throws IOException {
    if (file != null) {
      throw refusal("a second header arrived");
    }
    header = newHeader;
    file = PartialFile.createWithDirectories(directory.resolve(header.getName()));
  }

  private void append(ByteString data) throws IOException {
    PartialFile open = opened();
    if (open.sizeBytes() + data.size() > header.getSizeBytes()) {
      throw refusal("more bytes arrived than the header announced");
    }
    var bytes = data.asReadOnlyByteBuffer();
    if (header.getWithSha256()) {
      sha256.update(bytes);
    }
    open.write(bytes);
  }

  private long finish() throws IOException {
    PartialFile open = opened();
    if (open.sizeBytes() != header.getSizeBytes()) {
      throw refusal(
          open.sizeBytes() + " bytes arrived, the header announced " + header.getSizeBytes());
    }
    if (header.getWithSha256() && !sentSha256.equals(sha256.finish())) {
      throw Status.DATA_LOSS
          .withDescription("SHA-256 differs for '" + header.getName() + "'; send it again")
          .asRuntimeException();
    }
    open.commit();
    return open.sizeBytes();
  }

  private PartialFile opened() {
    if (file == null) {
      throw refusal("data arrived before the header");
    }
    return file;
  }

  private RuntimeException refusal(String reason) {
    return Status.INVALID_ARGUMENT
        .withDescription("put of '" + header.getName() + "' refused: " + reason)
        .asRuntimeException();
  }

  private void fail(RuntimeException status) {
    discard();
    responses.onError(status);
  }

  private void discard() {
    ended = true;
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        LOG.warn("could not remove the unfinished file for '{}'", header.getName(), e);
      }
    }
  }
}
