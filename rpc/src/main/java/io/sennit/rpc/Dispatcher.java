// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.Permit;
import io.sennit.rpc.session.SessionLoop;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.rpc.stream.StreamListener;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds the route of each call by its method's name. Called on loop threads. */
final class Dispatcher implements StreamAcceptor {
  private final Map<String, Route> routes;
  private final Function<Session, SessionLoop> loops;
  private final Admission admission;

  /**
   * @param loops the loop that runs a session
   * @param admission decides which calls get to their routes
   */
  Dispatcher(Map<String, Route> routes, Function<Session, SessionLoop> loops, Admission admission) {
    this.routes = Map.copyOf(routes);
    this.loops = loops;
    this.admission = admission;
    routes.keySet().forEach(admission::know);
  }

  @Override
  public StreamListener accept(RpcStream stream, IncomingCall call) {
    Route route = routes.get(call.method());
    if (route == null) {
      stream.decline(StatusCode.UNIMPLEMENTED, "no method " + call.method() + " here");
      return StreamListener.NOBODY;
    }
    Session session = stream.session();
    Link link = new Link(session, loops.apply(session));
    Entry entry = Entry.ask(admission, stream, call, route, link.loop().clock());
    boolean taken = false;
    try {
      if (entry.isRefused()) {
        return StreamListener.NOBODY;
      }
      StreamListener listener = route.accept(stream, call, link, entry);
      taken = true;
      return listener;
    } finally {
      if (!taken) {
        entry.end(Permit.End.OTHER);
      }
    }
  }

  @Override
  public Optional<Admission> admission() {
    return Optional.of(admission);
  }

  @Override
  public boolean runsUserCode() {
    return routes.values().stream().anyMatch(Route::isDirect);
  }
}
