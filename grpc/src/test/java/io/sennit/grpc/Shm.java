// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.Server;
import io.sennit.rpc.session.SessionConfig;
import java.time.Duration;
import java.util.List;

/** Real sessions over shared memory, patient enough for a machine that does much else. */
final class Shm {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long HEARTBEAT_NANOS = Duration.ofSeconds(2).toNanos();

  private Shm() {}

  static SennitServerBuilder server() {
    return SennitServerBuilder.forPort(0).configureSession(Shm::patient);
  }

  static SennitChannelBuilder channel(Server running) {
    return channel(running.getPort());
  }

  static SennitChannelBuilder channel(int port) {
    return SennitChannelBuilder.forTarget("sennit:///127.0.0.1:" + port)
        .configureSession(Shm::patient);
  }

  static SessionConfig patient(SessionConfig config) {
    return config
        .withProviders(List.of("shm"))
        .withTimes(PATIENCE_NANOS, PATIENCE_NANOS, HEARTBEAT_NANOS);
  }
}
