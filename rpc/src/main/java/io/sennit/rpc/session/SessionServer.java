// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.LineThrottle;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for sessions on one port. Public methods are safe from any thread; the rest belongs to
 * the streams' thread.
 */
public final class SessionServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SessionServer.class);

  /** Between two lines about bootstraps that came to nothing, of each kind. */
  private static final long LINE_PAUSE_NANOS = 1_000_000_000;

  /** Between two looks at who holds a place without progress, while others want one. */
  private static final long TEND_NANOS = 100_000_000;

  private final LoopGroup group;
  private final SessionConfig config;
  private final StreamAcceptor acceptor;
  private final Supplier<? extends SessionListener> listeners;
  private final Map<SessionKey, SessionEnd> sessions = new ConcurrentHashMap<>();
  private final Lobby<ServerHandshake> lobby;

  /** Those in the lobby that may become a session. */
  private final Set<ServerHandshake> reserving = ConcurrentHashMap.newKeySet();

  private StreamHost.@Nullable Listening listening;
  private final Map<ServerCount, LongAdder> counts = new ConcurrentHashMap<>();
  private final LineThrottle turnedAwayLines = new LineThrottle(LINE_PAUSE_NANOS);
  private final LineThrottle failureLines = new LineThrottle(LINE_PAUSE_NANOS);
  private boolean tending;
  private volatile boolean shutDown;

  private SessionServer(
      LoopGroup group,
      SessionConfig config,
      StreamAcceptor acceptor,
      Supplier<? extends SessionListener> listeners) {
    this.group = group;
    this.config = config;
    this.acceptor = acceptor;
    this.listeners = listeners;
    lobby = new Lobby<>(config.maxHalfOpen(), config.patienceNanos());
  }

  /**
   * Listens.
   *
   * @param address resolved; port 0: any free one
   * @param acceptor the door for calls of every session
   * @param listeners gives each new session its listener
   * @throws IOException with one sentence that says what is wrong, where, and what to do
   */
  public static SessionServer listen(
      InetSocketAddress address,
      SessionConfig config,
      LoopGroup group,
      StreamAcceptor acceptor,
      Supplier<? extends SessionListener> listeners)
      throws IOException {
    ProviderChoice choice = group.choose(config);
    if (choice.usable().isEmpty()) {
      throw new IOException("cannot serve on " + Endpoint.of(address) + ": " + choice.obstacle());
    }
    SessionServer server = new SessionServer(group, config, acceptor, listeners);
    try {
      server.listening = group.streams().listen(address, server::onStream);
      acceptor.admission().ifPresent(each -> group.book().enter(server.name(), each));
      LOG.info("listening on {} with {}", server.localAddress(), choice.names());
    } catch (BindException e) {
      throw new IOException(cannotBind(address, e), e);
    } catch (IOException e) {
      throw new IOException("cannot listen on " + Endpoint.of(address) + ": " + e.getMessage(), e);
    }
    return server;
  }

  private static String cannotBind(InetSocketAddress address, BindException e) {
    String why = String.valueOf(e.getMessage());
    if (why.contains("in use")) {
      return "cannot listen on " + Endpoint.of(address) + ": port " + address.getPort()
          + " is in use; stop the process that uses it, or choose another port";
    }
    return "cannot listen on " + Endpoint.of(address) + " (" + why
        + "): choose an address of this host and a port you may use";
  }

  /** Where it listens. */
  public InetSocketAddress localAddress() {
    StreamHost.Listening current = listening;
    if (current == null) {
      throw new IllegalStateException("not listening yet");
    }
    return current.localAddress();
  }

  /** How often something has happened. */
  public long count(ServerCount what) {
    LongAdder counted = counts.get(what);
    return counted == null ? 0 : counted.sum();
  }

  /** Bootstraps in progress, with those of which something is still being torn down. */
  public int halfOpen() {
    return lobby.size();
  }

  /** Sessions that are up now. */
  public List<Session> sessions() {
    List<Session> up = new ArrayList<>();
    sessions.values().forEach(each -> each.session().ifPresent(up::add));
    return up;
  }

  /** No new sessions, and no new calls on those there are; calls in progress run to their end. */
  public void shutdown() {
    stopListening();
    sessions().forEach(Session::shutdown);
  }

  /** Ends everything now; every call ends UNAVAILABLE with this cause. */
  public void shutdownNow(String cause) {
    stopListening();
    sessions.values().forEach(each -> each.fail(cause));
  }

  @Override
  public void close() {
    shutdownNow("the server was closed");
  }

  private String name() {
    return Endpoint.of(localAddress());
  }

  private void stopListening() {
    if (!shutDown) {
      group.book().leave(name());
    }
    shutDown = true;
    StreamHost.Listening current = listening;
    if (current != null) {
      current.stop();
    }
    group.streams().execute(() -> {
      for (ServerHandshake each : lobby.guests()) {
        each.refuse(RefuseCode.SHUTTING_DOWN, "the server is shutting down");
      }
    });
  }

  // Called by handshakes and the shell, on the streams' thread.

  private void onStream(ByteStream stream) {
    add(ServerCount.CONNECTIONS);
    ServerHandshake handshake = new ServerHandshake(this, group, config, stream);
    handshake.start();
    if (shutDown) {
      handshake.refuse(RefuseCode.SHUTTING_DOWN, "the server is shutting down");
    } else {
      lobby.arrive(handshake);
    }
  }

  /** It stands in line for a place, or has one at once. */
  void enter(ServerHandshake handshake) {
    lobby.enter(handshake, group.streams().clock().nanoTime());
    tendLater();
  }

  boolean isInLine(ServerHandshake handshake) {
    return lobby.isInLine(handshake);
  }

  boolean isCrowded() {
    return lobby.isCrowded();
  }

  private void tend() {
    lobby.tend(group.streams().clock().nanoTime());
    tendLater();
  }

  /** Some places become free with time only: of those who are waited for in vain. */
  private void tendLater() {
    if (lobby.anyInLine() && !tending) {
      StreamHost host = group.streams();
      host.at(host.clock().nanoTime() + TEND_NANOS, () -> {
        tending = false;
        tend();
      });
      tending = true; // Last: there may be no memory for the timer.
    }
  }

  /** A bootstrap is refused, since all places are taken. */
  void onNoRoom(SocketAddress client) {
    add(ServerCount.REFUSED_BUSY);
    long heldBack = turnedAwayLines.ask(group.streams().clock().nanoTime());
    if (heldBack != LineThrottle.HELD_BACK) {
      LOG.warn(
          "turned {} away: {} bootstraps are in progress, the bound (maxHalfOpen);"
              + " {} such lines were held back",
          client,
          config.maxHalfOpen(),
          heldBack);
    }
  }

  /** Told by every bootstrap that fails; whoever reaches the port can make many of them. */
  void logFailure(String message) {
    long heldBack = failureLines.ask(group.streams().clock().nanoTime());
    if (heldBack == 0) {
      LOG.info("no session: {}", message);
    } else if (heldBack != LineThrottle.HELD_BACK) {
      LOG.info("no session: {}; {} such lines were held back", message, heldBack);
    }
  }

  void add(ServerCount what) {
    counts.computeIfAbsent(what, any -> new LongAdder()).increment();
  }

  /** Takes one of the places for sessions, until the handshake has ended. */
  boolean reserve(ServerHandshake handshake) {
    if (sessions.size() + reserving.size() >= config.maxSessions()) {
      return false;
    }
    reserving.add(handshake);
    return true;
  }

  /** There is a session, which counts as one whatever becomes of the stream. */
  void admit(ServerHandshake handshake, SessionEnd session) {
    reserving.remove(handshake);
    SessionKey key = session.resume().key();
    sessions.put(key, session);
    if (session.hasEnded()) {
      sessions.remove(key);
    }
  }

  /** The client has it, too. */
  void established(SessionEnd session) {
    if (shutDown) {
      session.session().ifPresent(Session::shutdown);
    }
  }

  /** Its exchange of messages has ended. */
  void ended(ServerHandshake handshake) {
    lobby.leave(handshake);
  }

  /** Nothing of it is left, but its session; from any thread. */
  void gone(ServerHandshake handshake) {
    reserving.remove(handshake);
    lobby.free(handshake);
    if (lobby.anyWithoutPlace()) {
      group.streams().execute(this::tend);
    }
  }

  SessionKey newKey() {
    return new SessionKey(group.randomness().nextLong(), 1);
  }

  Octets newToken() {
    byte[] token = new byte[Wire.TOKEN_BYTES];
    group.randomness().nextBytes(token);
    return Octets.of(token);
  }

  /** Forgets the session when it has ended. Its client dials a lost lifeline again. */
  SessionEnd.Side sideOf(SessionKey key) {
    return () -> sessions.remove(key);
  }

  @Nullable
  SessionEnd find(Resume resume) {
    SessionEnd known = sessions.get(resume.key());
    return known != null && known.resume().equals(resume) ? known : null;
  }

  SessionListener newListener() {
    return listeners.get();
  }

  StreamAcceptor acceptor() {
    return acceptor;
  }
}
