// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Calls without a network. */
final class LoopbackFixture extends NativeFixture {
  private @Nullable LoopbackSessions sessions;
  private @Nullable RpcClient client;

  @Override
  RpcClient start(Routes routes) {
    sessions = new LoopbackSessions(routes);
    client = new RpcClient(
        sessions,
        new RpcClient.Settings(
            Clock.system(), Thread::startVirtualThread, Duration.ofSeconds(5).toNanos()));
    return client;
  }

  @Override
  long openBodies() {
    return sessions == null ? 0 : sessions.openBodies();
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }
}
