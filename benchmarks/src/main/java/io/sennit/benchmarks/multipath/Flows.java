// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import java.net.InetSocketAddress;

/** What carries gRPC's calls between the two hosts. */
interface Flows {
  /** A server at the first port of the far host, on a free port number. */
  ServerBuilder<?> listen(Setup setup);

  /** A channel from the near host. */
  ManagedChannelBuilder<?> connect(Setup setup, InetSocketAddress server);
}
