// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link ServerBootstrap} on one stream: carries each action to the thread where it belongs
 * and its outcome back to the streams' thread, which owns this.
 */
final class ServerHandshake implements StreamHandler, ServerBootstrap.Actions, Lobby.Guest {
  private static final Logger LOG = LoggerFactory.getLogger(ServerHandshake.class);

  private final SessionServer server;
  private final LoopGroup group;
  private final StreamHost host;
  private final SessionConfig config;
  private final ByteStream stream;
  private final ServerBootstrap bootstrap;
  private final Invitations invitations;
  private final Assembly assembly;
  private final Place place;
  private final Steps steps;
  private final String source;
  private @Nullable Hello hello;
  private @Nullable SessionMemory memory;
  private @Nullable Welcome welcome;
  private @Nullable SessionEnd resumed;
  private StreamHost.@Nullable Handle timer;
  private Bootstrap.State lastState = Bootstrap.State.IDLE;
  private long lastProgressNanos;
  private volatile boolean over;
  private boolean streamOver;
  private volatile boolean up;

  ServerHandshake(SessionServer server, LoopGroup group, SessionConfig config, ByteStream stream) {
    this.server = server;
    this.group = group;
    this.config = config;
    this.stream = stream;
    host = group.streams();
    source = ProcessMemory.name(stream.remoteAddress());
    invitations = new Invitations(config);
    TimeLimit limit = TimeLimit.from(host.clock().nanoTime(), config.bootstrapTimeoutNanos());
    bootstrap = new ServerBootstrap(String.valueOf(stream.remoteAddress()), this, limit);
    place = new Place(this::gone);
    steps = new Steps(group.blocking(), host, place, this::onFault);
    assembly = new Assembly(group, config, stream, bootstrap, place);
  }

  void start() {
    stream.handler(this);
    timer = host.at(bootstrap.limit().deadlineNanos(), this::onTime);
  }

  private void onTime() {
    if (server.isInLine(this)) {
      onNoRoom();
    } else {
      bootstrap.onTime(host.clock().nanoTime());
    }
  }

  // As a guest of the lobby.

  @Override
  public String source() {
    return source;
  }

  @Override
  public void onNoRoom() {
    server.onNoRoom(stream.remoteAddress());
    refuse(
        RefuseCode.BUSY,
        "the server has " + config.maxHalfOpen()
            + " bootstraps in progress, its bound; try again later");
  }

  @Override
  public void onStalled() {
    server.add(ServerCount.TURNED_AWAY);
    refuse(
        RefuseCode.BUSY, "others wanted the place, and nothing came for a while; try again later");
  }

  @Override
  public OptionalLong waitedForSinceNanos(long nowNanos) {
    if (bootstrap.state != lastState) {
      lastState = bootstrap.state;
      lastProgressNanos = nowNanos;
    }
    return bootstrap.awaitsPeer() ? OptionalLong.of(lastProgressNanos) : OptionalLong.empty();
  }

  @Override
  public boolean isLeaving() {
    return over;
  }

  /** Nothing of this bootstrap is left, but the session if it is up; from any thread. */
  private void gone() {
    SessionMemory unused = memory;
    if (unused != null && !up) {
      unused.gone();
    }
    server.gone(this);
  }

  /** Ends the bootstrap from this side, with a word to the client. */
  void refuse(RefuseCode code, String reason) {
    bootstrap.refuse(code, reason, List.of());
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    try {
      bootstrap.onBytes(bytes);
    } catch (Throwable e) {
      onFault(e);
    }
  }

  /** Nothing that is thrown on the way is lost: it ends this bootstrap, and no other. */
  @Override
  public void onFault(Throwable thrown) {
    bootstrap.fail(
        RefuseCode.INTERNAL,
        BootstrapFailure.Kind.INTERNAL,
        "a fault in the server ended the bootstrap of " + bootstrap.peer + ": " + thrown);
    LOG.warn("a fault in this process ended the bootstrap of {}", bootstrap.peer, thrown);
  }

  /** The strands may live, and the client takes the session up over another stream. */
  @Override
  public void onEnd(String reason) {
    streamOver = true;
    String printable = Text.printable(reason);
    if (bootstrap.awaitsReady()) {
      cancelTimer();
      timer = host.at(
          host.clock().nanoTime() + config.heartbeatNanos(), () -> bootstrap.onEnd(printable));
    } else {
      bootstrap.onEnd(printable);
    }
  }

  // Actions of the machine.

  @Override
  public void send(byte[] bytes) {
    stream.send(bytes);
  }

  @Override
  public void invite(Hello said) {
    hello = said;
    server.enter(this);
  }

  @Override
  public void onPlace() {
    Hello said = hello;
    if (said == null) {
      throw new IllegalStateException("a place before HELLO");
    }
    invitePlaced(said);
  }

  private void invitePlaced(Hello said) {
    if (!server.reserve(this)) {
      server.add(ServerCount.REFUSED_FULL);
      bootstrap.refuse(
          RefuseCode.TOO_MANY_SESSIONS,
          "the server already has " + config.maxSessions()
              + " sessions, its bound; try again later",
          List.of());
      return;
    }
    ProcessMemory.Admission admitted =
        group.memory().admit(stream.remoteAddress(), SessionFloor.of(config));
    if (admitted.memory().isEmpty()) {
      server.add(ServerCount.REFUSED_MEMORY);
      bootstrap.refuse(
          RefuseCode.NO_MEMORY,
          "the server has no memory for another session (" + admitted.obstacle()
              + "); try again later, or give it more (memory.heapBytes, memory.registeredBytes)",
          List.of());
      return;
    }
    memory = admitted.memory().get();
    blocking(() -> {
      ProviderChoice choice = group.choose(config);
      invitations.make(choice, said);
      return Steps.Outcome.then(() -> invited(choice, said));
    });
  }

  private void invited(ProviderChoice choice, Hello hello) {
    if (over) {
      closeInvitations();
      return;
    }
    if (invitations.offers().isEmpty()) {
      bootstrap.refuse(RefuseCode.NO_PROVIDER, noProvider(choice, hello), invitations.skipped());
      return;
    }
    Welcome fresh = new Welcome(
        server.newKey(),
        server.newToken(),
        invitations.offers(),
        invitations.skipped(),
        group.host());
    welcome = fresh;
    bootstrap.invited(fresh);
  }

  private static String noProvider(ProviderChoice choice, Hello hello) {
    boolean common = hello.providers().stream().anyMatch(choice.names()::contains);
    return (common ? "no provider in common can be used now" : "no provider in common")
        + ": the client has " + hello.providers() + ", the server has " + choice.names();
  }

  @Override
  public void resume(Resume resume) {
    SessionEnd known = server.find(resume);
    if (known == null) {
      bootstrap.refuse(
          RefuseCode.UNKNOWN_SESSION, "there is no session " + resume.key(), List.of());
    } else {
      resumed = known;
      known.heard();
      bootstrap.resumed();
    }
  }

  @Override
  public void complete(Answer answer, int othersLeft) {
    long most = server.isCrowded() ? config.patienceNanos() : Long.MAX_VALUE;
    long share = Math.min(most, bootstrap.limit().shareNanos(host.clock().nanoTime(), othersLeft));
    blocking(() -> {
      try {
        return completed(answer, invitations.complete(answer, share));
      } catch (RendezvousException | RuntimeException | Error e) {
        String why = e instanceof Error ? e.toString() : String.valueOf(e.getMessage());
        return Steps.Outcome.then(() -> bootstrap.notCompleted(why));
      }
    });
  }

  /** On a thread that may block. */
  private Steps.Outcome completed(Answer answer, ProtectionDomain made) {
    boolean kept = false;
    try {
      PortLists told = new PortLists(invitations.ports(answer.provider()), answer.ports());
      Steps.Outcome outcome =
          new Steps.Outcome(() -> completed(answer, made, told), () -> drop(answer, made));
      kept = true;
      return outcome;
    } finally {
      if (!kept) {
        drop(answer, made);
      }
    }
  }

  private void drop(Answer answer, ProtectionDomain made) {
    place.hold();
    DomainReaper.reap(host, invitations.provider(answer.provider()).loop(), made, place::letGo);
  }

  private void completed(Answer answer, ProtectionDomain made, PortLists told) {
    assembly.domain(invitations.provider(answer.provider()), made, told);
    if (!bootstrap.completed()) {
      assembly.dropDomain();
    }
  }

  @Override
  public void offerStrands(Answer answer) {
    Welcome said = welcome;
    SessionMemory set = memory;
    if (said == null || set == null) {
      throw new IllegalStateException("strands before WELCOME");
    }
    List<Path> paths = assembly.possible(invitations.paths(answer));
    if (paths.isEmpty()) {
      bootstrap.refuse(RefuseCode.PROTOCOL, "no route label or kind of port in common", List.of());
      return;
    }
    SessionEnd fresh = new SessionEnd(said.resume(), host, config.heartbeatNanos(), place);
    fresh.side(server.sideOf(said.key()));
    assembly.offerStrands(
        fresh,
        paths,
        set,
        new FirstWord(server.newListener(), fresh, host),
        Optional.of(server.acceptor()));
  }

  @Override
  public void connectStrands(List<StrandOffer> peer) {
    SessionEnd come = assembly.session().orElseThrow();
    come.onHeard(bootstrap::heard);
    server.admit(this, come); // From now on its client may come back over another stream.
    assembly.connectStrands(peer);
  }

  @Override
  public void established(FrameReader reader) {
    SessionEnd come = assembly.session().orElseThrow();
    up = true;
    come.letGoOfPlace();
    end();
    server.add(ServerCount.ESTABLISHED);
    server.established(come);
    if (!streamOver) {
      come.attach(stream, reader);
    }
  }

  @Override
  public void resumed(Resume resume, FrameReader reader) {
    SessionEnd known = resumed;
    end();
    if (known != null) {
      server.add(ServerCount.RESUMED);
      known.attach(stream, reader);
    }
  }

  @Override
  public void failed(BootstrapFailure failure) {
    // What holds something first: each of these may meet an OutOfMemoryError.
    try {
      end();
      assembly.end(failure.message(), () -> {}); // Nobody waits for what did not come up.
    } finally {
      stream.close();
      count(failure);
    }
  }

  private void count(BootstrapFailure failure) {
    if (failure.kind() == BootstrapFailure.Kind.CANCELLED) {
      server.add(ServerCount.ABANDONED); // The client has a session over another way.
    } else {
      server.add(ServerCount.FAILED);
      server.logFailure(failure.message());
    }
  }

  private void end() {
    over = true;
    try {
      cancelTimer();
      server.ended(this);
      closeInvitations();
    } finally {
      place.letGo();
    }
  }

  private void cancelTimer() {
    StreamHost.Handle running = timer;
    timer = null;
    if (running != null) {
      running.cancel();
    }
  }

  private void closeInvitations() {
    boolean elsewhere = false;
    place.hold();
    try {
      elsewhere = !invitations.isEmpty() && group.blocking().run(this::closeAllInvitations);
    } finally {
      if (!elsewhere) {
        closeAllInvitations();
      }
    }
  }

  private void closeAllInvitations() {
    try {
      invitations.closeAll();
    } finally {
      place.letGo();
    }
  }

  private void blocking(Supplier<Steps.Outcome> step) {
    if (!steps.run(step)) {
      overloaded();
    }
  }

  private void overloaded() {
    bootstrap.refuse(
        RefuseCode.BUSY, "the server opens too many sessions at the same time", List.of());
  }
}
