// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link ClientBootstrap}: dials, and carries each action to the thread where it belongs and
 * its outcome back to the streams' thread, which owns this.
 */
final class ClientHandshake
    implements Connecting, Dialer.Outcome, StreamHandler, ClientBootstrap.Actions {
  private static final Logger LOG = LoggerFactory.getLogger(ClientHandshake.class);

  private final LoopGroup group;
  private final StreamHost host;
  private final Target.HostPort target;
  private final SessionConfig config;
  private final SessionListener listener;
  private final TimeLimit limit;
  private ProviderChoice choice = new ProviderChoice(List.of(), List.of());
  private StreamHost.@Nullable Handle timer;
  private @Nullable Dialer dialer;
  private @Nullable ByteStream stream;
  private @Nullable ClientBootstrap bootstrap;
  private @Nullable Assembly assembly;
  private @Nullable SessionMemory memory;
  private final Place place = new Place(this::gone);
  private final Steps steps;
  private volatile boolean up;
  private boolean over;

  ClientHandshake(
      LoopGroup group, Target.HostPort target, SessionConfig config, SessionListener listener) {
    this.group = group;
    host = group.streams();
    this.target = target;
    this.config = config;
    this.listener = listener;
    steps = new Steps(group, place);
    limit = TimeLimit.from(group.clock().nanoTime(), config.bootstrapTimeoutNanos());
  }

  /** From any thread. */
  void start() {
    host.execute(this::awaitProviders);
    boolean running = group.blocking().run(() -> {
      ProviderChoice chosen = group.choose(config);
      host.execute(() -> dial(chosen));
    });
    if (!running) {
      host.execute(() -> report(new BootstrapFailure(
          BootstrapFailure.Kind.INTERNAL,
          "too many sessions are being opened at the same time: try again later")));
    }
  }

  @Override
  public void cancel(String cause) {
    host.execute(() -> {
      Optional<SessionEnd> come = session();
      if (over && come.isPresent()) {
        come.get().fail(cause);
      } else {
        giveUp(BootstrapFailure.Kind.CANCELLED, cause);
      }
    });
  }

  private void awaitProviders() {
    if (!over) {
      timer = host.at(limit.deadlineNanos(), this::stillChoosing);
    }
  }

  private void stopTimer() {
    StreamHost.Handle running = timer;
    timer = null;
    if (running != null) {
      running.cancel();
    }
  }

  /** Time is over; from the first dialing on others see to that. */
  private void stillChoosing() {
    if (dialer == null && stream == null) {
      giveUp(
          BootstrapFailure.Kind.TIMED_OUT,
          "the providers of this process could not be opened within " + limit
              + ": one of them hangs, exclude it");
    }
  }

  private void dial(ProviderChoice chosen) {
    choice = chosen;
    if (over) {
      return;
    }
    if (chosen.usable().isEmpty()) {
      giveUp(BootstrapFailure.Kind.NO_PROVIDER, chosen.obstacle());
      return;
    }
    stopTimer();
    dialer = Dialer.dial(group, target, limit.deadlineNanos(), this);
  }

  @Override
  public void onConnected(ByteStream connected) {
    stream = connected;
    ProcessMemory.Admission admitted =
        group.memory().admit(connected.remoteAddress(), SessionFloor.of(config));
    if (admitted.memory().isEmpty()) {
      report(new BootstrapFailure(
          BootstrapFailure.Kind.INTERNAL,
          "this process has no memory for another session (" + admitted.obstacle()
              + "): close some, or give it more (memory.heapBytes, memory.registeredBytes)"));
      return;
    }
    memory = admitted.memory().get();
    ClientBootstrap fresh = new ClientBootstrap(
        target.toString(),
        new Hello(choice.names(), choice.skipped(), group.host()),
        config.braid().maxPaths(),
        this,
        limit);
    bootstrap = fresh;
    assembly = new Assembly(group, config, connected, fresh, place);
    connected.handler(this);
    timer = host.at(limit.deadlineNanos(), () -> fresh.onTime(host.clock().nanoTime()));
    fresh.start();
  }

  @Override
  public void onFailed(BootstrapFailure failure) {
    report(failure);
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    ClientBootstrap machine = bootstrap;
    if (machine != null) {
      machine.onBytes(bytes);
    }
  }

  @Override
  public void onEnd(String reason) {
    ClientBootstrap machine = bootstrap;
    if (machine != null) {
      machine.onEnd(Text.printable(reason));
    }
  }

  // Actions of the machine.

  @Override
  public void send(byte[] bytes) {
    ByteStream current = stream;
    if (current != null) {
      current.send(bytes);
    }
  }

  @Override
  public void accept(ProviderOffer offer, int othersLeft) {
    ProviderLoop loop = choice.named(offer.provider()).orElseThrow();
    long share = limit.shareNanos(host.clock().nanoTime(), othersLeft);
    if (!steps.run(() -> accept(loop, offer, share))) {
      giveUp(BootstrapFailure.Kind.INTERNAL, "too many sessions are being opened at the same time");
    }
  }

  /** On a thread that may block. */
  private Steps.Outcome accept(ProviderLoop loop, ProviderOffer offer, long timeoutNanos) {
    try {
      List<Port> ports = loop.device().ports(); // Before the peer is told, so that it knows them.
      DomainConfig bounds =
          new DomainConfig(config.memoryBytes(), config.braid().maxQueuePairs());
      Acceptance accepted =
          loop.device().accept(offer.offer().toArray(), bounds, loop.channel(), timeoutNanos);
      return new Steps.Outcome(
          () -> accepted(loop, new PortLists(ports, offer.ports()), offer, accepted),
          () -> drop(loop, accepted.domain()));
    } catch (RendezvousException | RuntimeException | Error e) {
      return Steps.Outcome.then(() -> notAccepted(String.valueOf(e.getMessage())));
    }
  }

  private void drop(ProviderLoop loop, ProtectionDomain made) {
    place.hold();
    DomainReaper.reap(host, loop.loop(), made, place::letGo);
  }

  private void accepted(
      ProviderLoop loop, PortLists ports, ProviderOffer offer, Acceptance accepted) {
    int wanted = config.strandsPerPortPair() == SessionConfig.AUTOMATIC
        ? Paths.labelsPerPair(
            loop.device().usualPaths(),
            Paths.pairs(ports.local().size(), ports.remote().size()))
        : config.strandsPerPortPair();
    List<Integer> labels = offer.labels().subList(0, Math.min(offer.labels().size(), wanted));
    Assembly building = assembly();
    building.domain(loop, accepted.domain(), ports);
    ClientBootstrap machine = bootstrap;
    if (machine == null || !machine.accepted(Octets.of(accepted.answer()), ports.local(), labels)) {
      building.dropDomain();
    }
  }

  private void notAccepted(String reason) {
    LOG.debug("{}: offer not accepted: {}", target, reason);
    ClientBootstrap machine = bootstrap;
    if (machine != null) {
      machine.notAccepted(reason);
    }
  }

  @Override
  public void abandon(String declined) {
    assembly().dropDomain();
  }

  @Override
  public void offerStrands(Welcome welcome, List<Path> paths) {
    SessionEnd fresh = new SessionEnd(welcome.resume(), host, config.heartbeatNanos(), place);
    fresh.side(new Redialer(group, target, connected().remoteAddress(), fresh));
    assembly().offerStrands(fresh, paths, memory(), listener, Optional.empty());
  }

  @Override
  public void connectStrands(List<StrandOffer> peer) {
    assembly().connectStrands(peer);
  }

  @Override
  public void established(FrameReader reader) {
    ByteStream current = connected();
    over = true;
    up = true;
    stopTimer();
    SessionEnd come = session().orElseThrow();
    come.letGoOfPlace();
    place.letGo();
    come.attach(current, reader);
  }

  @Override
  public void failed(BootstrapFailure failure) {
    report(failure);
  }

  // The end of an attempt that came to nothing.

  private void giveUp(BootstrapFailure.Kind kind, String message) {
    ClientBootstrap machine = bootstrap;
    if (machine != null && machine.wantsMore()) {
      machine.fail(RefuseCode.INTERNAL, kind, message);
    } else {
      report(new BootstrapFailure(kind, message));
    }
  }

  private void report(BootstrapFailure failure) {
    if (over) {
      return;
    }
    over = true;
    stopTimer();
    LOG.debug("no session with {}: {}", target, failure);
    Dialer dialing = dialer;
    if (dialing != null) {
      dialing.cancel();
    }
    ByteStream current = stream;
    if (current != null) {
      current.close();
    }
    Assembly building = assembly;
    Runnable tell = () -> {
      listener.onShutdown(StatusCode.UNAVAILABLE, failure.message());
      listener.onTerminated();
    };
    if (building == null) {
      tell.run();
    } else {
      building.end(failure.message(), tell);
    }
    place.letGo();
  }

  /** Nothing of the attempt is left, but the session if it is up; from any thread. */
  private void gone() {
    SessionMemory unused = memory;
    if (unused != null && !up) {
      unused.gone();
    }
  }

  private SessionMemory memory() {
    SessionMemory set = memory;
    if (set == null) {
      throw new IllegalStateException("not connected yet");
    }
    return set;
  }

  private ByteStream connected() {
    ByteStream current = stream;
    if (current == null) {
      throw new IllegalStateException("not connected yet");
    }
    return current;
  }

  private Optional<SessionEnd> session() {
    Assembly building = assembly;
    return building == null ? Optional.empty() : building.session();
  }

  private Assembly assembly() {
    Assembly building = assembly;
    if (building == null) {
      throw new IllegalStateException("not connected yet");
    }
    return building;
  }
}
