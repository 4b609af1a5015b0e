// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.rpc.SessionOptions;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sennit over RoCEv2, with a port at each rail. */
final class SennitFlows implements Flows {
  /** The option that names them. */
  static final String ADDRESSES = "roce.addresses";

  @Override
  public ServerBuilder<?> listen(Setup setup) {
    SessionOptions sessions = SessionOptions.defaults();
    for (Map.Entry<String, String> option : options(setup, setup.far()).entrySet()) {
      sessions = sessions.with(option.getKey(), option.getValue());
    }
    return SennitServerBuilder.forAddress(
            new InetSocketAddress(setup.server(), 0), InsecureServerCredentials.create())
        .sessions(sessions);
  }

  @Override
  public ManagedChannelBuilder<?> connect(Setup setup, InetSocketAddress server) {
    StringBuilder target = new StringBuilder(
        "sennit:///" + server.getHostString() + ":" + server.getPort() + "?connectTimeout=20s");
    options(setup, setup.near())
        .forEach((name, value) -> target.append('&').append(name).append('=').append(value));
    return Grpc.newChannelBuilder(target.toString(), InsecureChannelCredentials.create());
  }

  private static Map<String, String> options(Setup setup, List<String> addresses) {
    Map<String, String> options = new TreeMap<>(setup.options());
    options.put("provider", "roce");
    options.putIfAbsent(ADDRESSES, String.join(",", addresses));
    return options;
  }
}
