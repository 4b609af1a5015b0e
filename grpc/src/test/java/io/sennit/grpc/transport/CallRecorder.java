// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.ClientStreamListener;
import io.grpc.internal.GrpcUtil;
import java.io.InputStream;

/** What gRPC's call would hear of its stream. */
final class CallRecorder implements ClientStreamListener {
  private final Told told = new Told();

  void await(String event) throws InterruptedException {
    told.await(event);
  }

  @Override
  public void headersRead(Metadata headers) {
    told.add("headers");
  }

  @Override
  public void messagesAvailable(MessageProducer producer) {
    for (InputStream next = producer.next(); next != null; next = producer.next()) {
      GrpcUtil.closeQuietly(next);
      told.add("message");
    }
  }

  @Override
  public void onReady() {}

  @Override
  public void closed(Status status, RpcProgress progress, Metadata trailers) {
    told.add("closed " + status.getCode() + " " + progress);
  }
}
