// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
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
  private final Dialer.Target target;
  private final SessionConfig config;
  private final SessionListener listener;
  private final long deadlineNanos;
  private ProviderChoice choice = new ProviderChoice(List.of(), List.of());
  private @Nullable Dialer dialer;
  private @Nullable ByteStream stream;
  private @Nullable ClientBootstrap bootstrap;
  private @Nullable ProviderLoop provider;
  private @Nullable ProtectionDomain domain;
  private @Nullable ClientSession session;
  private boolean over;

  ClientHandshake(
      LoopGroup group, Dialer.Target target, SessionConfig config, SessionListener listener) {
    this.group = group;
    host = group.streams();
    this.target = target;
    this.config = config;
    this.listener = listener;
    deadlineNanos = group.clock().nanoTime() + config.bootstrapTimeoutNanos();
  }

  /** From any thread. */
  void start() {
    boolean running = group.runBlocking(() -> {
      ProviderChoice chosen = group.choose(config);
      host.execute(() -> dial(chosen));
    });
    if (!running) {
      report(new BootstrapFailure(
          BootstrapFailure.Kind.INTERNAL,
          "too many sessions are being opened at the same time: try again later"));
    }
  }

  @Override
  public void cancel(String cause) {
    host.execute(() -> {
      ClientSession come = session;
      if (over && come != null) {
        come.fail(cause);
      } else {
        giveUp(BootstrapFailure.Kind.CANCELLED, cause);
      }
    });
  }

  private void dial(ProviderChoice chosen) {
    choice = chosen;
    if (over) {
      return;
    }
    if (chosen.usable().isEmpty()) {
      String reasons = chosen.skipped().isEmpty()
          ? "none was found on the class or module path"
          : Skipped.describe(chosen.skipped());
      giveUp(
          BootstrapFailure.Kind.NO_PROVIDER, "no provider can be used in this process: " + reasons);
      return;
    }
    dialer = Dialer.dial(group, target, deadlineNanos, this);
  }

  @Override
  public void onConnected(ByteStream connected) {
    stream = connected;
    ClientBootstrap fresh = new ClientBootstrap(
        target.toString(),
        new Hello(choice.names(), choice.skipped(), group.host()),
        this,
        deadlineNanos,
        config.bootstrapTimeoutNanos());
    bootstrap = fresh;
    connected.handler(this);
    host.at(deadlineNanos, () -> fresh.onTime(host.clock().nanoTime()));
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
  public void accept(ProviderOffer offer) {
    ProviderLoop loop = choice.named(offer.provider()).orElseThrow();
    provider = loop;
    long left = deadlineNanos - host.clock().nanoTime();
    boolean running = group.runBlocking(() -> accept(loop, offer, left));
    if (!running) {
      giveUp(BootstrapFailure.Kind.INTERNAL, "too many sessions are being opened at the same time");
    }
  }

  /** On a thread that may block. */
  private void accept(ProviderLoop loop, ProviderOffer offer, long timeoutNanos) {
    try {
      DomainConfig bounds =
          new DomainConfig(config.memoryBytes(), 2 * config.braid().maxPaths());
      Acceptance accepted =
          loop.device().accept(offer.offer().toArray(), bounds, loop.channel(), timeoutNanos);
      if (!host.execute(() -> accepted(loop, offer, accepted))) {
        DomainReaper.reap(loop.loop(), accepted.domain());
      }
    } catch (RendezvousException | RuntimeException e) {
      host.execute(() -> notAccepted(String.valueOf(e.getMessage())));
    }
  }

  private void accepted(ProviderLoop loop, ProviderOffer offer, Acceptance accepted) {
    List<Integer> labels =
        offer.labels().subList(0, Math.min(offer.labels().size(), config.strandsPerPortPair()));
    domain = accepted.domain();
    ClientBootstrap machine = bootstrap;
    if (machine == null
        || !machine.accepted(Octets.of(accepted.answer()), loop.device().ports(), labels)) {
      dropDomain();
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
    dropDomain();
  }

  @Override
  public void offerStrands(SessionKey key, List<Path> paths) {
    ProviderLoop loop = provider;
    ProtectionDomain taken = domain;
    ByteStream current = stream;
    if (loop == null || taken == null || current == null) {
      throw new IllegalStateException("strands before a domain");
    }
    domain = null;
    SessionInfo info = new SessionInfo(
        loop.name(), current.localAddress(), current.remoteAddress(), key.id(), true);
    SessionParts parts = new SessionParts(config, loop, taken, listener, Optional.empty());
    ClientSession fresh = new ClientSession(group, target, key, config);
    boolean queued = loop.loop().offer(() -> {
      try {
        List<StrandOffer> own = fresh.begin(parts, info, paths);
        host.execute(() -> strandsOffered(fresh, own));
      } catch (RuntimeException e) {
        host.execute(() -> notBuilt(fresh, e));
      }
    });
    if (!queued) {
      DomainReaper.reap(loop.loop(), taken);
      giveUp(BootstrapFailure.Kind.INTERNAL, "the event loop of this process is overloaded");
    }
  }

  private void notBuilt(ClientSession fresh, RuntimeException e) {
    // Once there is an engine, it is the engine that tells the listener.
    session = fresh.isBegun() ? fresh : null;
    giveUp(BootstrapFailure.Kind.INTERNAL, cannotBuild(e));
  }

  private void strandsOffered(ClientSession fresh, List<StrandOffer> own) {
    session = fresh;
    ClientBootstrap machine = bootstrap;
    if (machine == null || !machine.strandsOffered(own)) {
      fresh.fail("the bootstrap ended before the session was up");
    }
  }

  @Override
  public void connectStrands(List<StrandOffer> peer) {
    ClientSession come = session;
    ProviderLoop loop = provider;
    if (come == null || loop == null) {
      throw new IllegalStateException("connect before offer");
    }
    boolean queued = loop.loop().offer(() -> {
      try {
        come.connect(peer);
        host.execute(this::strandsConnected);
      } catch (RuntimeException e) {
        host.execute(() -> giveUp(BootstrapFailure.Kind.PROTOCOL, cannotBuild(e)));
      }
    });
    if (!queued) {
      giveUp(BootstrapFailure.Kind.INTERNAL, "the event loop of this process is overloaded");
    }
  }

  private void strandsConnected() {
    ClientBootstrap machine = bootstrap;
    if (machine != null) {
      machine.strandsConnected();
    }
  }

  @Override
  public void established(Welcome welcome, FrameReader reader) {
    ClientSession come = session;
    ByteStream current = stream;
    if (come == null || current == null) {
      throw new IllegalStateException("established without a session");
    }
    over = true;
    come.established(welcome.token(), current, reader);
  }

  @Override
  public void failed(BootstrapFailure failure) {
    report(failure);
  }

  // The end of an attempt that came to nothing.

  private void giveUp(BootstrapFailure.Kind kind, String message) {
    ClientBootstrap machine = bootstrap;
    if (machine != null && machine.wantsMore()) {
      machine.fail(kind, message);
    } else {
      report(new BootstrapFailure(kind, message));
    }
  }

  private void report(BootstrapFailure failure) {
    if (over) {
      return;
    }
    over = true;
    LOG.debug("no session with {}: {}", target, failure);
    Dialer dialing = dialer;
    if (dialing != null) {
      dialing.cancel();
    }
    ByteStream current = stream;
    if (current != null) {
      current.close();
    }
    dropDomain();
    ClientSession come = session;
    if (come != null) {
      // It has the listener, and tells it.
      come.fail(failure.message());
    } else {
      listener.onShutdown(StatusCode.UNAVAILABLE, failure.message());
      listener.onTerminated();
    }
  }

  private void dropDomain() {
    ProtectionDomain unused = domain;
    ProviderLoop loop = provider;
    domain = null;
    if (unused != null && loop != null) {
      DomainReaper.reap(loop.loop(), unused);
    }
  }

  private String cannotBuild(RuntimeException e) {
    return "the session with " + target + " could not be built: " + e.getMessage();
  }
}
