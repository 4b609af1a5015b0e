// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.SessionConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** gRPC's own interop suite with sockets, bootstrap, braids and all, over one provider. */
abstract class InteropOnSockets extends InteropSuite {
  private final SocketDoor door = new SocketDoor(
      LoopGroup.shared(),
      configure(SessionConfig.defaults()),
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

  /** Of both sides. */
  abstract SessionConfig configure(SessionConfig config);

  @Override
  final SennitServerBuilder newServerBuilder() {
    return SennitServerBuilder.forPort(0).listenWith(() -> door);
  }

  @Override
  final SennitChannelBuilder newChannelBuilder() {
    int port = ((InetSocketAddress) door.addresses().getFirst()).getPort();
    return SennitChannelBuilder.forTarget("sennit:///127.0.0.1:" + port)
        .configureSession(this::configure);
  }
}
