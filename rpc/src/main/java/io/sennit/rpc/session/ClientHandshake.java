// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.StatusCode;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.SessionListener;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens one session: chooses providers, then runs a whole bootstrap over each way that the dialer
 * tries. The first session over whose strands the peer has been heard is the one, and the others
 * are abandoned. Whatever is thrown or lost on the way, the listener hears of it when time is over
 * at the latest. Belongs to the streams' thread.
 */
final class ClientHandshake implements Connecting, Dialer.Course {
  private static final Logger LOG = LoggerFactory.getLogger(ClientHandshake.class);

  /** Stands for an attempt: there will be no session. */
  private static final Object NOBODY = new Object();

  private final LoopGroup group;
  private final StreamHost host;
  private final List<Target.HostPort> names;
  private final SessionConfig config;
  private final SessionListener listener;
  private final TimeLimit limit;

  /** The attempt that is the session, or {@link #NOBODY}; decided once. */
  private final AtomicReference<@Nullable Object> chosen = new AtomicReference<>();

  private ProviderChoice choice = new ProviderChoice(List.of(), List.of());
  private @Nullable Dialer dialer;
  private StreamHost.@Nullable Handle timer;

  /** The failure that the listener has still to be told. */
  private @Nullable BootstrapFailure untold;

  ClientHandshake(
      LoopGroup group,
      List<Target.HostPort> names,
      SessionConfig config,
      SessionListener listener) {
    this.group = group;
    host = group.streams();
    this.names = List.copyOf(names);
    this.config = config;
    this.listener = listener;
    limit = TimeLimit.from(group.clock().nanoTime(), config.bootstrapTimeoutNanos());
  }

  /** From any thread. */
  void start() {
    boolean begun = host.execute(this::beginOrFail);
    if (!begun && decide(NOBODY)) {
      tell(internal("the thread that serves sockets is closed, or far behind"));
    }
  }

  private void beginOrFail() {
    try {
      timer = host.at(limit.deadlineNanos(), this::onTime);
      begin();
    } catch (Throwable e) {
      onFailed(internal("a fault in this process ended the dial: " + e));
    }
  }

  private void begin() {
    boolean running = group.blocking().run(() -> {
      try {
        ProviderChoice chosenProviders = group.choose(config);
        host.execute(() -> dialOrFail(chosenProviders));
      } catch (Throwable e) {
        host.execute(() -> onFailed(internal("the providers could not be opened: " + e)));
      }
    });
    if (!running) {
      onFailed(internal("too many sessions are being opened at the same time: try again later"));
    }
  }

  private void dialOrFail(ProviderChoice found) {
    try {
      dial(found);
    } catch (Throwable e) {
      onFailed(internal("a fault in this process ended the dial: " + e));
    }
  }

  private void dial(ProviderChoice found) {
    if (chosen.get() != null) {
      return;
    }
    choice = found;
    if (found.usable().isEmpty()) {
      onFailed(new BootstrapFailure(BootstrapFailure.Kind.NO_PROVIDER, found.obstacle()));
      return;
    }
    dialer = Dialer.dial(group, names, config.dial(), this);
  }

  /** From any thread. */
  @Override
  public void cancel(String cause) {
    host.execute(() -> {
      if (decide(NOBODY)) {
        tell(new BootstrapFailure(BootstrapFailure.Kind.CANCELLED, cause));
      } else if (chosen.get() instanceof ClientAttempt session) {
        session.fail(cause);
      }
    });
  }

  private void onTime() {
    if (untold != null) {
      tellUntold(); // It threw, or had no memory.
      return;
    }
    boolean again = chosen.get() == NOBODY; // There was no memory to say why.
    if (!again && !decide(NOBODY)) {
      return;
    }
    Dialer dialing = dialer;
    if (again) {
      tell(internal("no session in time, and this process had no memory to say why"));
    } else if (dialing != null) {
      dialing.late();
    } else {
      tell(new BootstrapFailure(BootstrapFailure.Kind.TIMED_OUT, notChosen()));
    }
  }

  private String notChosen() {
    return "the providers of this process could not be opened within " + limit
        + " (connectTimeout)" + group.opening().map(name -> ", now at " + name).orElse("")
        + ": this process may get too little processor time, or the provider hangs and can be"
        + " excluded";
  }

  @Override
  public Attempt.Runner onConnected(ByteStream stream, Attempt attempt) {
    ClientAttempt begun = new ClientAttempt(this, stream, attempt);
    begun.start();
    return begun;
  }

  @Override
  public void onFailed(BootstrapFailure failure) {
    if (chosen.get() == NOBODY || decide(NOBODY)) {
      tell(failure);
    }
  }

  private static BootstrapFailure internal(String why) {
    return new BootstrapFailure(BootstrapFailure.Kind.INTERNAL, why);
  }

  /** There will be no session. Until the listener has heard all of it the timer tells it again. */
  private void tell(BootstrapFailure failure) {
    untold = failure;
    LOG.debug("no session with {}: {}", names, failure);
    Dialer dialing = dialer;
    try {
      if (dialing != null) {
        dialing.cancel(failure.message());
      }
    } finally {
      tellUntold();
    }
  }

  private void tellUntold() {
    BootstrapFailure failure = untold;
    if (failure != null) {
      listener.onShutdown(StatusCode.UNAVAILABLE, failure.message());
      listener.onTerminated();
      untold = null;
      end();
    }
  }

  private void end() {
    StreamHost.Handle armed = timer;
    timer = null;
    if (armed != null) {
      armed.cancel();
    }
  }

  // For its attempts.

  /** Makes an attempt the session, if nothing is decided yet; from any thread. */
  boolean decide(Object attempt) {
    return chosen.compareAndSet(null, attempt);
  }

  /** Whether this attempt is the session; from any thread. */
  boolean isChosen(ClientAttempt attempt) {
    return chosen.get() == attempt;
  }

  /** An attempt is the session. */
  void finished() {
    end();
  }

  LoopGroup group() {
    return group;
  }

  SessionConfig config() {
    return config;
  }

  List<Target.HostPort> names() {
    return names;
  }

  SessionListener listener() {
    return listener;
  }

  ProviderChoice choice() {
    return choice;
  }

  TimeLimit limit() {
    return limit;
  }
}
