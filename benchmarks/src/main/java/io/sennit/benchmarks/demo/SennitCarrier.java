// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.rpc.PathTraffic;
import io.sennit.rpc.Sessions;
import java.util.List;

/** Sennit with its defaults, reached as any stub reaches it: by its target. */
final class SennitCarrier implements Carrier {
  static final String NAME = "sennit";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ServerBuilder<?> listen() {
    return SennitServerBuilder.forPort(0, InsecureServerCredentials.create());
  }

  @Override
  public ManagedChannelBuilder<?> connect(int port) {
    return Grpc.newChannelBuilder(
        "sennit:///127.0.0.1:" + port, InsecureChannelCredentials.create());
  }

  @Override
  public Traffic traffic() {
    List<PathTraffic> paths = Sessions.traffic();
    Traffic.ByVerb bytesBy = new Traffic.ByVerb(0, 0, 0);
    for (PathTraffic path : paths) {
      bytesBy =
          bytesBy.plus(new Traffic.ByVerb(path.sentBytes(), path.readBytes(), path.writtenBytes()));
    }
    return new Traffic(
        bytesBy,
        paths.stream().map(p -> new Traffic.OnPath(p.path(), p.bytes())).toList());
  }
}
