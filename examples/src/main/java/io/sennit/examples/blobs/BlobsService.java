// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.sennit.examples.blobs.v1.Blob;
import io.sennit.examples.blobs.v1.BlobsGrpc;
import io.sennit.examples.blobs.v1.GetRequest;
import io.sennit.examples.blobs.v1.GetResponse;
import io.sennit.examples.blobs.v1.ListRequest;
import io.sennit.examples.blobs.v1.ListResponse;
import io.sennit.examples.blobs.v1.PutRequest;
import io.sennit.examples.blobs.v1.PutResponse;
import io.sennit.examples.blobs.v1.StatRequest;
import io.sennit.examples.blobs.v1.StatResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The service, as any gRPC user would write it: nothing in it knows what carries its calls. */
public final class BlobsService extends BlobsGrpc.BlobsImplBase {
  /** Entries in one message of a listing: far below any message limit. */
  private static final int LIST_PAGE_ENTRIES = 1000;

  private final BlobDirectory directory;

  /**
   * Serves the files of a directory.
   *
   * @throws IOException if it is not a directory that can be read
   */
  public BlobsService(Path root) throws IOException {
    directory = new BlobDirectory(root);
  }

  @Override
  public StreamObserver<PutRequest> put(StreamObserver<PutResponse> responses) {
    return new PutReceiver(directory, (ServerCallStreamObserver<PutResponse>) responses).start();
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> responses) {
    try {
      Path file = directory.resolve(request.getName());
      requireFile(file);
      new GetSender(request, file, (ServerCallStreamObserver<GetResponse>) responses).start();
    } catch (IOException e) {
      responses.onError(FileFailure.status(request.getName(), e));
    }
  }

  @Override
  public void list(ListRequest request, StreamObserver<ListResponse> responses) {
    try {
      ListResponse.Builder page = ListResponse.newBuilder();
      for (BlobDirectory.Entry entry : directory.list(request.getPrefix())) {
        page.addBlobs(Blob.newBuilder().setName(entry.name()).setSizeBytes(entry.sizeBytes()));
        if (page.getBlobsCount() == LIST_PAGE_ENTRIES) {
          responses.onNext(page.build());
          page.clear();
        }
      }
      responses.onNext(page.build());
      responses.onCompleted();
    } catch (IOException e) {
      responses.onError(FileFailure.status(request.getPrefix(), e));
    }
  }

  @Override
  public void stat(StatRequest request, StreamObserver<StatResponse> responses) {
    try {
      Path file = directory.resolve(request.getName());
      BasicFileAttributes attributes = requireFile(file);
      responses.onNext(StatResponse.newBuilder()
          .setSizeBytes(attributes.size())
          .setModifiedEpochMillis(attributes.lastModifiedTime().toMillis())
          .build());
      responses.onCompleted();
    } catch (IOException e) {
      responses.onError(FileFailure.status(request.getName(), e));
    }
  }

  private static BasicFileAttributes requireFile(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(file.toString());
    }
    return attributes;
  }
}
