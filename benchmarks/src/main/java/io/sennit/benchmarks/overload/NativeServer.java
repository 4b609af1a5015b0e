// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.RpcServerBuilder;
import io.sennit.rpc.SessionOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Sennit by its own calls. */
final class NativeServer extends Server {
  static final Method<byte[], byte[]> WORK =
      Method.of("sennit.bench.Load/Work", Codec.bytes(), Codec.bytes());
  static final SessionOptions OPTIONS = SessionOptions.defaults().withProviders("shm");

  private @Nullable RpcServer server;

  NativeServer(Work work) {
    super(work);
  }

  @Override
  int listen(@Nullable ExecutorService on) {
    RpcServerBuilder builder = RpcServer.builder()
        .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .sessions(OPTIONS)
        .handle(WORK, call -> {
          work();
          call.reply(call.request());
        });
    if (on != null) {
      builder.executor(on);
    }
    RpcServer started = builder.start();
    server = started;
    return started.address().getPort();
  }

  @Override
  void stop() {
    if (server != null) {
      server.close();
    }
  }
}
