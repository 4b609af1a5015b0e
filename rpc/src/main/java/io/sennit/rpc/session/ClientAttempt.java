// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link ClientBootstrap} on one stream: carries each action to the thread where it belongs
 * and its outcome back to the streams' thread, which owns this.
 */
final class ClientAttempt implements Attempt.Runner, StreamHandler, ClientBootstrap.Actions {
  private static final Logger LOG = LoggerFactory.getLogger(ClientAttempt.class);

  private final ClientHandshake handshake;
  private final LoopGroup group;
  private final StreamHost host;
  private final SessionConfig config;
  private final ByteStream stream;
  private final Attempt attempt;
  private final ClientBootstrap bootstrap;
  private final Assembly assembly;
  private final Place place = new Place(this::gone);
  private final Steps steps;
  private @Nullable SessionMemory memory;
  private @Nullable BootstrapFailure ended;
  private volatile boolean up;

  ClientAttempt(ClientHandshake handshake, ByteStream stream, Attempt attempt) {
    this.handshake = handshake;
    this.stream = stream;
    this.attempt = attempt;
    group = handshake.group();
    host = group.streams();
    config = handshake.config();
    ProviderChoice choice = handshake.choice();
    bootstrap = new ClientBootstrap(
        attempt.name(),
        new Hello(choice.names(), choice.skipped(), group.host()),
        config.braid().maxPaths(),
        this,
        handshake.limit());
    steps = new Steps(group.blocking(), host, place, this::onFault);
    assembly = new Assembly(group, config, stream, bootstrap, place);
  }

  void start() {
    ProcessMemory.Admission admitted =
        group.memory().admit(stream.remoteAddress(), SessionFloor.of(config));
    if (admitted.memory().isEmpty()) {
      failed(new BootstrapFailure(
          BootstrapFailure.Kind.INTERNAL,
          "this process has no memory for another session (" + admitted.obstacle()
              + "): close some, or give it more (memory.heapBytes, memory.registeredBytes)"));
      return;
    }
    memory = admitted.memory().get();
    try {
      stream.handler(this);
      bootstrap.start();
    } catch (Throwable e) {
      onFault(e);
    }
  }

  /** Nothing of the attempt is left, but the session if it is up; from any thread. */
  private void gone() {
    SessionMemory unused = memory;
    if (unused != null && !up) {
      unused.gone();
    }
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    attempt.progressed();
    guarded(() -> bootstrap.onBytes(bytes));
  }

  @Override
  public void onEnd(String reason) {
    bootstrap.onEnd(Text.printable(reason));
  }

  /** Nothing that is thrown on the way is lost: it ends the attempt. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (Throwable e) {
      onFault(e);
    }
  }

  private void onFault(Throwable e) {
    String why = "a fault in this process ended the bootstrap with " + bootstrap.peer + ": " + e;
    bootstrap.fail(RefuseCode.INTERNAL, BootstrapFailure.Kind.INTERNAL, why);
    failed(new BootstrapFailure(BootstrapFailure.Kind.INTERNAL, why));
    LOG.warn("a fault in this process ended the bootstrap with {}", bootstrap.peer, e);
  }

  // Actions of the machine.

  @Override
  public void send(byte[] bytes) {
    stream.send(bytes);
  }

  @Override
  public void accept(ProviderOffer offer, int othersLeft) {
    ProviderLoop loop = handshake.choice().named(offer.provider()).orElseThrow();
    long share = handshake.limit().shareNanos(host.clock().nanoTime(), othersLeft);
    if (!steps.run(() -> accept(loop, offer, share))) {
      bootstrap.fail(
          RefuseCode.INTERNAL,
          BootstrapFailure.Kind.INTERNAL,
          "too many sessions are being opened at the same time: try again later");
    }
  }

  /** On a thread that may block. */
  private Steps.Outcome accept(ProviderLoop loop, ProviderOffer offer, long timeoutNanos) {
    try {
      List<Port> ports = loop.device().ports(); // Before the peer is told, so that it knows them.
      PortLists lists = new PortLists(ports, offer.ports());
      DomainConfig bounds =
          new DomainConfig(config.memoryBytes(), config.braid().maxQueuePairs());
      Acceptance accepted =
          loop.device().accept(offer.offer().toArray(), bounds, loop.channel(), timeoutNanos);
      return outcome(loop, lists, offer, accepted);
    } catch (RendezvousException e) {
      return Steps.Outcome.then(() -> notAccepted(String.valueOf(e.getMessage())));
    } catch (Throwable e) {
      LOG.debug("the rendezvous of {} threw", loop.name(), e);
      return Steps.Outcome.then(() -> notAccepted(e.toString()));
    }
  }

  private Steps.Outcome outcome(
      ProviderLoop loop, PortLists lists, ProviderOffer offer, Acceptance accepted) {
    boolean kept = false;
    try {
      Steps.Outcome outcome = new Steps.Outcome(
          () -> accepted(loop, lists, offer, accepted), () -> drop(loop, accepted.domain()));
      kept = true;
      return outcome;
    } finally {
      if (!kept) {
        drop(loop, accepted.domain());
      }
    }
  }

  private void drop(ProviderLoop loop, ProtectionDomain made) {
    place.hold();
    DomainReaper.reap(host, loop.loop(), made, place::letGo);
  }

  private void accepted(
      ProviderLoop loop, PortLists ports, ProviderOffer offer, Acceptance accepted) {
    attempt.progressed();
    assembly.domain(loop, accepted.domain(), ports);
    guarded(() -> {
      List<Integer> labels = labels(loop, ports, offer);
      if (!bootstrap.accepted(Octets.of(accepted.answer()), ports.local(), labels)) {
        assembly.dropDomain();
      }
    });
  }

  private List<Integer> labels(ProviderLoop loop, PortLists ports, ProviderOffer offer) {
    int wanted = config.strandsPerPortPair() == SessionConfig.AUTOMATIC
        ? Paths.labelsPerPair(
            loop.device().usualPaths(),
            Paths.pairs(ports.local().size(), ports.remote().size()))
        : config.strandsPerPortPair();
    return offer.labels().subList(0, Math.min(offer.labels().size(), wanted));
  }

  private void notAccepted(String reason) {
    LOG.debug("{}: offer not accepted: {}", bootstrap.peer, reason);
    attempt.progressed();
    guarded(() -> bootstrap.notAccepted(reason));
  }

  @Override
  public void abandon(String declined) {
    assembly.dropDomain();
  }

  @Override
  public void offerStrands(Welcome welcome, List<Path> paths) {
    SessionEnd fresh = new SessionEnd(welcome.resume(), host, config.heartbeatNanos(), place);
    fresh.side(
        new Redialer(group, handshake.names(), config.dial(), stream.remoteAddress(), fresh));
    assembly.offerStrands(
        fresh, paths, Objects.requireNonNull(memory), new Candidate(), Optional.empty());
  }

  @Override
  public void connectStrands(List<StrandOffer> peer) {
    assembly.connectStrands(peer);
  }

  @Override
  public void established(FrameReader reader) {
    up = true;
    SessionEnd come = assembly.session().orElseThrow();
    come.letGoOfPlace();
    place.letGo();
    come.attach(stream, reader);
  }

  @Override
  public void failed(BootstrapFailure failure) {
    if (ended != null) {
      return;
    }
    ended = failure;
    LOG.debug("no session over {}: {}", attempt.way(), failure);
    // What holds something first: each of these may meet an OutOfMemoryError.
    try {
      endMachine(failure);
    } finally {
      endAssembly(failure);
    }
  }

  private void endAssembly(BootstrapFailure failure) {
    try {
      assembly.end(failure.message(), () -> {}); // The handshake tells whoever waits.
    } finally {
      letGo();
      attempt.failed(failure);
    }
  }

  /** What comes late finds it closed. */
  private void endMachine(BootstrapFailure failure) {
    if (bootstrap.state == Bootstrap.State.DONE) {
      return; // The stream is the session's, which has a last word for the peer.
    }
    try {
      bootstrap.fail(RefuseCode.ABANDONED, failure.kind(), failure.message());
    } finally {
      stream.close();
    }
  }

  private void letGo() {
    if (!up) {
      place.letGo();
    }
  }

  // What the dialer and the handshake tell.

  @Override
  public boolean isBusyHere() {
    return bootstrap.state == Bootstrap.State.OFFERING
        || bootstrap.state == Bootstrap.State.CONNECTING;
  }

  @Override
  public BootstrapFailure late() {
    bootstrap.onTime(host.clock().nanoTime());
    failed(new BootstrapFailure(
        BootstrapFailure.Kind.TIMED_OUT, bootstrap.lateMessage(handshake.limit())));
    return Objects.requireNonNull(ended);
  }

  @Override
  public void giveUp(String why) {
    bootstrap.fail(RefuseCode.ABANDONED, BootstrapFailure.Kind.CANCELLED, why);
    failed(new BootstrapFailure(BootstrapFailure.Kind.CANCELLED, why));
  }

  /** Ends the session that it has become. */
  void fail(String cause) {
    assembly.session().ifPresent(session -> session.fail(cause));
  }

  /** Hears of the session on its loop. Of one that is not chosen nobody else hears. */
  private final class Candidate implements SessionListener {
    @Override
    public void onReady(Session session) {
      if (handshake.decide(ClientAttempt.this)) {
        host.execute(() -> {
          attempt.won();
          handshake.finished();
        });
        handshake.listener().onReady(session);
      } else {
        session.shutdownNow("another way was faster");
      }
    }

    @Override
    public void onShutdown(StatusCode code, String cause) {
      if (isChosen()) {
        handshake.listener().onShutdown(code, cause);
      } else {
        host.execute(() -> failed(new BootstrapFailure(BootstrapFailure.Kind.LOST, cause)));
      }
    }

    @Override
    public void onTerminated() {
      if (isChosen()) {
        handshake.listener().onTerminated();
      }
    }

    private boolean isChosen() {
      return handshake.isChosen(ClientAttempt.this);
    }

    @Override
    public boolean runsUserCode() {
      return handshake.listener().runsUserCode();
    }
  }
}
