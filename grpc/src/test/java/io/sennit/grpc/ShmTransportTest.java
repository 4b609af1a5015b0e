// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.Server;

/** The contract over shared memory. */
final class ShmTransportTest extends TransportContract {
  @Override
  SennitServerBuilder serverBuilder() {
    return SennitServerBuilder.forPort(0);
  }

  @Override
  SennitChannelBuilder channelBuilder(Server running) {
    return SennitChannelBuilder.forTarget("sennit:///127.0.0.1:" + running.getPort());
  }
}
