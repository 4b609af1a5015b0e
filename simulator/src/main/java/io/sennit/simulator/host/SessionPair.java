// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.fabric.Link;
import io.sennit.verbs.Path;
import java.util.List;
import java.util.Optional;

/**
 * A session between two hosts, put together without the bootstrap's bytes: the offers of strands
 * and the lifeline's frames go from one side to the other by themselves, in their time.
 */
public final class SessionPair {
  private final SessionSide client;
  private final SessionSide server;
  private boolean lifelineCut;

  private SessionPair(SessionSide client, SessionSide server) {
    this.client = client;
    this.server = server;
  }

  /** Begins a session; it is ready when both sides say so. */
  public static SessionPair open(
      Host clientHost, Host serverHost, SessionPlan plan, StreamAcceptor door) {
    SessionSide client = new SessionSide(
        clientHost, plan, clientHost.join(plan.domain(), serverHost), Optional.empty());
    SessionSide server = new SessionSide(
        serverHost, plan, serverHost.join(plan.domain(), clientHost), Optional.of(door));
    SessionPair pair = new SessionPair(client, server);
    pair.join(plan);
    return pair;
  }

  private void join(SessionPlan plan) {
    Scheduler scheduler = client.host().world().scheduler();
    client.lifeline(
        new Lifeline(scheduler, plan.lifelineNanos(), this::isOpen, server::onLifelineFrame)::send);
    server.lifeline(
        new Lifeline(scheduler, plan.lifelineNanos(), this::isOpen, client::onLifelineFrame)::send);
    List<StrandOffer> offered = client.offer(plan.paths());
    List<StrandOffer> answered =
        server.offer(plan.paths().stream().map(Path::reversed).toList());
    scheduler.after(plan.lifelineNanos(), due -> server.execute(() -> server.connect(offered)), 0);
    scheduler.after(
        2 * plan.lifelineNanos(), due -> client.execute(() -> client.connect(answered)), 0);
  }

  /** The lifeline goes by the hosts' first ports. */
  private boolean isOpen() {
    return !lifelineCut && isOpen(client.host()) && isOpen(server.host());
  }

  private static boolean isOpen(Host host) {
    Link link = host.ports().getFirst().link();
    return link.isUp() && !link.swallows();
  }

  /** Cuts the lifeline, whatever the ports do, or restores it. */
  public void cutLifeline(boolean cut) {
    lifelineCut = cut;
  }

  public SessionSide client() {
    return client;
  }

  public SessionSide server() {
    return server;
  }

  public List<SessionSide> sides() {
    return List.of(client, server);
  }
}
