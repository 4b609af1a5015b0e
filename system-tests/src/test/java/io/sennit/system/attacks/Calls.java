// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.sennit.grpc.SennitChannelBuilder;
import io.sennit.rpc.Body;
import io.sennit.rpc.ClientStream;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Assaults by calls on one session: much metadata, streams that nobody reads, a full heap. */
final class Calls {
  private static final int OPEN = 10_000;
  private static final int NATIVE_STREAMS = 300;
  private static final int GRPC_STREAMS = 1000;
  private static final int MESSAGE_BYTES = 64 << 10;
  private static final int VALUE_BYTES = 6_000;
  private static final int VALUES = 10;

  private Calls() {}

  /** Opens calls with 60 KB of metadata that are never answered. */
  static String metadata(Assault.Targets targets, Until end) {
    Metadata.Builder metadata = Metadata.builder();
    for (int i = 0; i < VALUES; i++) {
      metadata.add("key-" + i, "x".repeat(VALUE_BYTES));
    }
    io.sennit.rpc.CallOptions options =
        io.sennit.rpc.CallOptions.DEFAULTS.withMetadata(metadata.build());
    List<CompletableFuture<String>> calls = new ArrayList<>();
    try (RpcClient client = RpcClient.to(targets.natives()).drain(Duration.ZERO).connect()) {
      while (!end.isOver() && calls.size() < OPEN) {
        calls.add(client.callAsync(Methods.HOLD, "", options));
      }
      end.await();
      long failed =
          calls.stream().filter(CompletableFuture::isCompletedExceptionally).count();
      return calls.size() + " calls with 60 KB of metadata, " + failed + " refused";
    }
  }

  /** Opens streams of the native face and reads none. */
  static String unread(Assault.Targets targets, Until end) {
    List<ClientStream<String, Body>> streams = new ArrayList<>();
    try (RpcClient client = RpcClient.to(targets.natives()).drain(Duration.ZERO).connect()) {
      while (!end.isOver() && streams.size() < NATIVE_STREAMS) {
        ClientStream<String, Body> stream = client.open(Methods.PUSH);
        streams.add(stream);
        stream.send(Integer.toString(MESSAGE_BYTES));
      }
      end.await();
      streams.forEach(ClientStream::close);
    }
    return streams.size() + " streams that nobody reads";
  }

  /** Opens streams of the gRPC face and asks for no message. */
  static String unreadGrpc(Assault.Targets targets, Until end) {
    ManagedChannel channel = SennitChannelBuilder.forTarget(targets.grpc()).build();
    int opened = 0;
    try {
      for (; !end.isOver() && opened < GRPC_STREAMS; opened++) {
        ClientCall<byte[], byte[]> call = channel.newCall(Methods.GRPC_PUSH, CallOptions.DEFAULT);
        call.start(new ClientCall.Listener<>() {}, new io.grpc.Metadata());
        call.sendMessage(Methods.ofSize(MESSAGE_BYTES));
        call.halfClose();
      }
      end.await();
    } finally {
      channel.shutdownNow();
    }
    return opened + " gRPC streams that nobody reads";
  }

  /** Has a handler fill the heap of its own process. */
  static String fullHeap(Assault.Targets targets, Until end) {
    int failed = 0;
    int times = 0;
    try (RpcClient client = RpcClient.connect(targets.natives())) {
      while (!end.isOver()) {
        try {
          times += Integer.parseInt(client.call(Methods.FILL, "1000"));
        } catch (RpcException e) {
          failed++;
        }
      }
    }
    return "the heap was full " + times + " times, " + failed + " calls failed";
  }
}
