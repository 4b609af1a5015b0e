// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.grpc.direct.DirectFabric;
import org.junit.After;

/** gRPC's own interop suite over the stand-in for the engine: what fails here is this room's. */
public final class InteropOnDirectTest extends InteropSuite {
  private final DirectFabric fabric = new DirectFabric();

  @Override
  SennitServerBuilder newServerBuilder() {
    return SennitServerBuilder.forPort(0).listenWith(fabric::door);
  }

  @Override
  SennitChannelBuilder newChannelBuilder() {
    return SennitChannelBuilder.forTarget("sennit:///localhost").dialWith(fabric::dialer);
  }

  @Override
  @After
  public void tearDown() {
    super.tearDown();
    fabric.close();
  }
}
