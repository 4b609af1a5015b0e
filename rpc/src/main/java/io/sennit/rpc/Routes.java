// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The methods of a server being built; confined to one thread. */
final class Routes {
  private interface Late {
    Route on(Executor executor);
  }

  private final Map<String, Late> routes = new LinkedHashMap<>();
  private @Nullable Executor executor;

  void executor(Executor newExecutor) {
    executor = newExecutor;
  }

  <Q, R> void unary(Method<Q, R> method, UnaryHandler<Q, R> handler) {
    add(method, on -> new UnaryRoute<>(method, handler, on, false));
  }

  <Q, R> void direct(Method<Q, R> method, UnaryHandler<Q, R> handler) {
    add(method, on -> new UnaryRoute<>(method, handler, Runnable::run, true));
  }

  <Q, R> void stream(Method<Q, R> method, StreamHandler<Q, R> handler) {
    add(method, on -> new StreamRoute<>(method, handler, on));
  }

  /** With virtual threads for handlers unless others are set. */
  Map<String, Route> build() {
    return build(Platform.process().executor());
  }

  /** @param otherwise runs handlers if no executor is set */
  Map<String, Route> build(Executor otherwise) {
    Executor on = executor != null ? executor : otherwise;
    Map<String, Route> built = new LinkedHashMap<>();
    routes.forEach((name, route) -> built.put(name, route.on(on)));
    return built;
  }

  private void add(Method<?, ?> method, Late route) {
    if (routes.putIfAbsent(method.name(), route) != null) {
      throw new IllegalArgumentException(method.name() + " has a handler");
    }
  }
}
