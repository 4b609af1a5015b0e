// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** The contract over shared memory. */
final class ShmTransportTest extends TransportContract {
  private static final int RAISED_METADATA_BYTES = 512 * 1024;
  private static final Metadata.Key<String> TEXT =
      Metadata.Key.of("some-text", Metadata.ASCII_STRING_MARSHALLER);

  @Override
  SennitServerBuilder serverBuilder() {
    return Shm.server();
  }

  @Override
  SennitChannelBuilder channelBuilder(Server running) {
    return Shm.channel(running);
  }

  @Test
  void aRaisedLimitOfMetadataReachesTheEngine() throws Exception {
    stop();
    server = serverBuilder()
        .maxInboundMetadataSize(RAISED_METADATA_BYTES)
        .addService(service.definition())
        .build()
        .start();
    channel =
        channelBuilder(server).maxInboundMetadataSize(RAISED_METADATA_BYTES).build();
    Metadata big = new Metadata();
    big.put(TEXT, "x".repeat(200_000));
    Pair pair = open(TestMethods.CHAT, CallOptions.DEFAULT, big);
    assertEquals(200_000, String.valueOf(pair.server().headers().get(TEXT)).length());
    pair.server().call().close(Status.ABORTED, big);
    Recorder.Closed closed = pair.closed();
    assertEquals(Status.Code.ABORTED, closed.status().getCode(), closed::toString);
    assertEquals(200_000, String.valueOf(closed.trailers().get(TEXT)).length());
  }
}
