// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.net.InetSocketAddress;

/** Stock gRPC over Netty, with its defaults. */
final class NettyFlows implements Flows {
  @Override
  public ServerBuilder<?> listen(Setup setup) {
    // Of every address, since subflows of MPTCP come to the others.
    return NettyServerBuilder.forPort(0, InsecureServerCredentials.create());
  }

  @Override
  public ManagedChannelBuilder<?> connect(Setup setup, InetSocketAddress server) {
    return NettyChannelBuilder.forAddress(server, InsecureChannelCredentials.create());
  }
}
