// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Pings that wait for their PONG. Confined to the engine's thread. */
final class Pings {
  /** Further pings fail at once. */
  static final int MAX_OPEN = 64;

  private final Engine engine;
  private final SessionControl control;
  private final Map<Long, Open> open = new HashMap<>();
  private long lastToken;

  private record Open(PingCallback callback, long sentNanos) {}

  Pings(Engine engine, SessionControl control) {
    this.engine = engine;
    this.control = control;
  }

  void ping(PingCallback callback) {
    if (open.size() == MAX_OPEN) {
      callback.onPing(0, Optional.of(MAX_OPEN + " pings are unanswered"));
      return;
    }
    open.put(++lastToken, new Open(callback, engine.nowNanos()));
    control.ping(lastToken);
  }

  void onPong(long token) {
    Open ping = open.remove(token);
    if (ping == null) {
      throw new ProtocolViolation("PONG without a PING: " + token);
    }
    ping.callback.onPing(Math.max(0, engine.nowNanos() - ping.sentNanos), Optional.empty());
  }

  void onSessionEnded(String cause) {
    while (!open.isEmpty()) {
      Map.Entry<Long, Open> first = open.entrySet().iterator().next();
      first.getValue().callback.onPing(0, Optional.of(cause));
      open.remove(first.getKey());
    }
  }
}
