// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.sennit.grpc.SennitChannelBuilder;
import io.sennit.grpc.SennitServerBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Under gRPC's calls. */
enum Carrier {
  SENNIT {
    @Override
    ServerBuilder<?> server() {
      return SennitServerBuilder.forAddress(ANY, InsecureServerCredentials.create())
          .sessions(NativeServer.OPTIONS);
    }

    @Override
    ManagedChannelBuilder<?> channel(int port) {
      return SennitChannelBuilder.forTarget("sennit:///127.0.0.1:" + port + "?provider=shm");
    }
  },
  NETTY {
    @Override
    ServerBuilder<?> server() {
      return NettyServerBuilder.forAddress(ANY, InsecureServerCredentials.create());
    }

    @Override
    ManagedChannelBuilder<?> channel(int port) {
      return NettyChannelBuilder.forAddress(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          InsecureChannelCredentials.create());
    }
  };

  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  abstract ServerBuilder<?> server();

  abstract ManagedChannelBuilder<?> channel(int port);
}
