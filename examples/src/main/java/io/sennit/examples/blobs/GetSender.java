// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.stub.ServerCallStreamObserver;
import io.sennit.examples.blobs.v1.GetHeader;
import io.sennit.examples.blobs.v1.GetRequest;
import io.sennit.examples.blobs.v1.GetResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one file, part by part, whenever the transport is ready for more, so that a slow receiver
 * slows the reading down and no queue grows. gRPC calls it from one thread at a time.
 */
final class GetSender {
  private static final Logger LOG = LoggerFactory.getLogger(GetSender.class);

  private final GetRequest request;
  private final FileChannel channel;
  private final ServerCallStreamObserver<GetResponse> responses;
  private final Sha256 sha256 = new Sha256();
  private long leftBytes;
  private boolean ended;

  GetSender(GetRequest request, Path file, ServerCallStreamObserver<GetResponse> responses)
      throws IOException {
    this.request = request;
    this.responses = responses;
    channel = FileParts.open(file);
    leftBytes = channel.size();
  }

  void start() {
    responses.setOnCancelHandler(this::end);
    responses.setOnReadyHandler(this::sendWhileReady);
    responses.onNext(GetResponse.newBuilder()
        .setHeader(GetHeader.newBuilder().setSizeBytes(leftBytes))
        .build());
  }

  private void sendWhileReady() {
    try {
      while (!ended && responses.isReady()) {
        if (leftBytes == 0) {
          complete();
        } else {
          sendPart();
        }
      }
    } catch (IOException e) {
      end();
      responses.onError(FileFailure.status(request.getName(), e));
    }
  }

  private void sendPart() throws IOException {
    ByteBuffer part = FileParts.read(channel, leftBytes);
    if (!part.hasRemaining()) {
      throw new IOException("the file became shorter while it was sent; try again");
    }
    leftBytes -= part.remaining();
    if (request.getWithSha256()) {
      sha256.update(part);
    }
    responses.onNext(GetResponse.newBuilder().setData(bytes(part)).build());
  }

  private void complete() {
    if (request.getWithSha256()) {
      responses.onNext(GetResponse.newBuilder().setSha256(sha256.finish()).build());
    }
    responses.onCompleted();
    end();
  }

  private void end() {
    ended = true;
    try {
      channel.close();
    } catch (IOException e) {
      LOG.warn("could not close '{}'", request.getName(), e);
    }
  }

  private static ByteString bytes(ByteBuffer part) {
    return UnsafeByteOperations.unsafeWrap(part); // Made for this message and never touched again.
  }
}
