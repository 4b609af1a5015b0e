// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.sennit.rpc.Executed;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.StreamEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CodecsTest {
  private static final Metadata.Key<String> TEXT =
      Metadata.Key.of("text", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<byte[]> BINARY =
      Metadata.Key.of("any-bin", Metadata.BINARY_BYTE_MARSHALLER);

  @Test
  void metadataGoesThereAndBackInOrder() {
    Metadata metadata = new Metadata();
    metadata.put(TEXT, "first");
    metadata.put(BINARY, new byte[] {0, -1, 10});
    metadata.put(TEXT, "second");
    Metadata back = MetadataCodec.toGrpc(MetadataCodec.toEngine(metadata));
    assertIterableEquals(List.of("first", "second"), back.getAll(TEXT));
    assertArrayEquals(new byte[] {0, -1, 10}, back.get(BINARY));
  }

  @Test
  void textThatNoTransportCarriesIsLeftOutAlone() {
    Metadata metadata = new Metadata();
    metadata.put(TEXT, "line\nbreak");
    metadata.put(BINARY, new byte[] {'\n'});
    Metadata back = MetadataCodec.toGrpc(MetadataCodec.toEngine(metadata));
    assertNull(back.get(TEXT));
    assertArrayEquals(new byte[] {'\n'}, back.get(BINARY));
  }

  @Test
  void sizesCountAsHttp2CountsThem() {
    Metadata metadata = new Metadata();
    metadata.put(TEXT, "12345");
    assertEquals(32 + 4 + 5, MetadataCodec.limitedBytes(MetadataCodec.toEngine(metadata)));
  }

  @Test
  void everyCodeHasItsNumberOnBothSides() {
    for (Status.Code code : Status.Code.values()) {
      StatusCode engine = StatusCodec.codeOf(code.toStatus());
      assertEquals(code.value(), engine.number(), code + " as " + engine);
      assertEquals(code, StatusCodec.statusOf(engine, "").getCode());
    }
  }

  @Test
  void onlyProofThatNothingRanInvitesARepetition() {
    for (Executed executed : Executed.values()) {
      for (StatusCode code : StatusCode.values()) {
        RpcProgress progress = StatusCodec.progressOf(StreamEnd.local(code, "", executed));
        boolean proved = executed == Executed.NO && code == StatusCode.UNAVAILABLE;
        assertEquals(
            proved ? RpcProgress.REFUSED : RpcProgress.PROCESSED, progress, executed + " " + code);
      }
    }
  }

  @Test
  void aServersCancelIsBareWhateverItSaid() {
    StreamEnd end = new StreamEnd(
        StatusCode.DEADLINE_EXCEEDED,
        "the server's own",
        io.sennit.rpc.Metadata.EMPTY,
        Executed.MAYBE,
        true);
    Status status = StatusCodec.statusOf(end);
    assertEquals(Status.Code.CANCELLED, status.getCode());
    assertNull(status.getDescription());
    assertTrue(StatusCodec.trailersOf(end).keys().isEmpty(), "trailers say more");
  }

  @Test
  void theTrailersOfAFailureSayWhetherTheHandlerMayHaveRun() {
    StreamEnd end = StreamEnd.local(StatusCode.UNAVAILABLE, "gone", Executed.MAYBE);
    assertEquals("maybe", StatusCodec.trailersOf(end).get(StatusCodec.EXECUTED_KEY));
  }
}
