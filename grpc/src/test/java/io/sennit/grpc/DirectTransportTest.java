// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.Server;
import io.sennit.grpc.direct.DirectFabric;
import org.junit.jupiter.api.AfterEach;

/** The contract over the stand-in for the engine, which also sees whether bodies are left open. */
final class DirectTransportTest extends TransportContract {
  private final DirectFabric fabric = new DirectFabric();

  @Override
  SennitServerBuilder serverBuilder() {
    return SennitServerBuilder.forPort(0).listenWith(fabric::door);
  }

  @Override
  SennitChannelBuilder channelBuilder(Server running) {
    return SennitChannelBuilder.forTarget("sennit:///localhost").dialWith(fabric::dialer);
  }

  @Override
  @AfterEach
  void stop() throws InterruptedException {
    super.stop();
    fabric.awaitNoOpenBodies();
    fabric.close();
  }
}
