// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.SessionConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** gRPC's own interop suite over shared memory. */
public final class InteropOnShmTest extends InteropSuite {
  private final SocketDoor door = new SocketDoor(
      LoopGroup.shared(),
      Shm.patient(SessionConfig.defaults()),
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

  @Override
  SennitServerBuilder newServerBuilder() {
    return SennitServerBuilder.forPort(0).listenWith(() -> door);
  }

  @Override
  SennitChannelBuilder newChannelBuilder() {
    return Shm.channel(((InetSocketAddress) door.addresses().getFirst()).getPort());
  }
}
