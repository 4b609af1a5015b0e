// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.rpc.SessionOptions;
import java.net.InetSocketAddress;

/** Sennit over RoCEv2, with a port at each rail. */
final class SennitFlows implements Flows {
  private static final String PROVIDER = "roce";
  private static final String CONNECT_TIMEOUT = "20s";

  @Override
  public ServerBuilder<?> listen(int rails) {
    String address = Fabric.farAddresses(rails).getFirst();
    return SennitServerBuilder.forAddress(
            new InetSocketAddress(address, 0), InsecureServerCredentials.create())
        .sessions(SessionOptions.defaults()
            .with("provider", PROVIDER)
            .with("roce.addresses", String.join(",", Fabric.farAddresses(rails))));
  }

  @Override
  public ManagedChannelBuilder<?> connect(int rails, InetSocketAddress server) {
    String target = "sennit:///" + server.getHostString() + ":" + server.getPort() + "?provider="
        + PROVIDER + "&connectTimeout=" + CONNECT_TIMEOUT + "&roce.addresses="
        + String.join(",", Fabric.nearAddresses(rails));
    return Grpc.newChannelBuilder(target, InsecureChannelCredentials.create());
  }
}
