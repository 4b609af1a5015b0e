// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** The yardstick: stock gRPC over Netty, HTTP/2 and TCP, with its defaults. */
final class NettyCarrier implements Carrier {
  static final String NAME = "grpc-netty";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ServerBuilder<?> listen() {
    return NettyServerBuilder.forAddress(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        InsecureServerCredentials.create());
  }

  @Override
  public ManagedChannelBuilder<?> connect(int port) {
    return NettyChannelBuilder.forAddress(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        InsecureChannelCredentials.create());
  }

  @Override
  public Traffic traffic() {
    return Traffic.NONE; // TCP has no verbs to tell apart.
  }

  @Override
  public List<PathSample> paths() {
    return List.of();
  }
}
