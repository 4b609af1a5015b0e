// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.Engine;
import io.sennit.roce.LocalPort;
import io.sennit.roce.cm.CmCounters.Kind;
import io.sennit.roce.wire.IpAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection manager of one address: finds the connection that a message is about, or answers
 * for those that are none. A message of a peer reaches a connection only from that peer's address
 * and with both ids, of which this side's is random.
 */
final class CmService {
  private static final Logger LOG = LoggerFactory.getLogger(CmService.class);
  private static final int ADAPTER_BYTES = 8;

  private final LocalPort local;
  private final CmConfig config;
  private final Randomness randomness;
  private final Clock clock;
  private final Outbox outbox;
  private final long adapterId;
  private final CmCounters counters = new CmCounters();
  private final CmTable table;
  private final HalfOpen halfOpen;
  private final Map<Integer, CmAcceptor> acceptors = new HashMap<>();
  private long dueNanos = Engine.NO_TIMER;
  private boolean closed;

  CmService(LocalPort local, CmConfig config, Randomness randomness, Clock clock, Outbox outbox) {
    this.local = local;
    this.config = config;
    this.randomness = randomness;
    this.clock = clock;
    this.outbox = outbox;
    adapterId = randomness.nextLong() | 1; // A manager takes 0 for no adapter at all.
    table = new CmTable(randomness);
    halfOpen = new HalfOpen(config);
  }

  CmConfig config() {
    return config;
  }

  CmCounters counters() {
    return counters;
  }

  long nowNanos() {
    return clock.nanoTime();
  }

  long adapterId() {
    return adapterId;
  }

  PrivateData adapterName() {
    return PrivateData.of(ByteBuffer.allocate(ADAPTER_BYTES).putLong(adapterId).array());
  }

  long nextTransaction() {
    return randomness.nextLong();
  }

  int connections() {
    return table.size() - table.resting();
  }

  int remembered() {
    return table.resting();
  }

  int halfOpen() {
    return halfOpen.count();
  }

  void listen(int port, CmAcceptor acceptor) {
    if (acceptors.putIfAbsent(port, acceptor) != null) {
      throw new IllegalStateException("somebody listens at port " + port + " already");
    }
  }

  void unlisten(int port) {
    acceptors.remove(port);
  }

  CmConnection connect(
      IpAddress peer, int port, CmRequest wanted, PrivateData privateData, CmHandler handler) {
    if (closed || connections() >= config.maxConnections()) {
      throw new IllegalStateException(
          closed
              ? "the connection manager is closed"
              : "all " + config.maxConnections() + " connections are in use");
    }
    ConnectRequest request = new ConnectRequest(
        new CmHeader(nextTransaction(), table.freeId(), 0),
        ConnectRequest.IP_SERVICE | port,
        new Origin(adapterId, local.address(), peer, wanted.sourcePort()),
        wanted.queuePair().terms(),
        wanted.path(),
        config.timing(),
        privateData.checked(PrivateData.REQUEST_BYTES));
    CmConnection made = CmConnection.requesting(this, peer, request, wanted.queuePair(), handler);
    table.add(made);
    return made;
  }

  /** Takes one datagram from a peer's queue pair 1, whatever it is. */
  void receive(IpAddress source, ByteBuffer mad, long nowNanos) {
    CmHeader header = Mad.header(mad);
    if (header == null || closed) {
      counters.add(Kind.MALFORMED);
      return;
    }
    CmMessage message = decode(source, header, mad);
    if (message != null) {
      counters.add(take(source, message, nowNanos));
    }
  }

  private @Nullable CmMessage decode(IpAddress source, CmHeader header, ByteBuffer mad) {
    CmMessage message = null;
    try {
      message = Mad.decode(header, mad);
      if (message == null) {
        counters.add(Kind.MALFORMED);
      }
    } catch (Unacceptable e) {
      counters.add(Kind.REJECTED);
      reject(source, header, e.reason());
    } catch (IllegalArgumentException e) {
      counters.add(Kind.MALFORMED);
    }
    return message;
  }

  private Kind take(IpAddress source, CmMessage message, long nowNanos) {
    if (message instanceof ConnectRequest request) {
      return asked(source, request, nowNanos);
    }
    CmConnection connection = find(source, message);
    if (connection == null) {
      return stray(source, message);
    }
    return connection.receive(message, nowNanos) ? Kind.TAKEN : Kind.UNEXPECTED;
  }

  private @Nullable CmConnection find(IpAddress source, CmMessage message) {
    CmHeader header = message.header();
    CmConnection found = table.find(header.remoteId());
    if (found == null && message instanceof ConnectReject && header.remoteId() == 0) {
      found = table.findAsked(source, header.localId()); // It gave up before it knew our id.
    }
    return found != null && found.isFrom(source) ? found : null;
  }

  /** Nobody is left to answer a peer that wants an end: let it have it. */
  private Kind stray(IpAddress source, CmMessage message) {
    if (message instanceof DisconnectRequest request) {
      CmHeader header = request.header();
      send(source, new DisconnectReply(header.answered(header.remoteId())));
    }
    return Kind.STRANGER;
  }

  private Kind asked(IpAddress source, ConnectRequest request, long nowNanos) {
    CmConnection known = table.findAsked(source, request.header().localId());
    if (known != null) {
      boolean again = known.receive(request, nowNanos);
      if (!again) {
        reject(source, request.header(), RejectReason.DUPLICATE_COMMUNICATION_ID);
      }
      return again ? Kind.UNEXPECTED : Kind.REJECTED;
    }
    CmAcceptor acceptor = acceptors.get(request.port());
    RejectReason objection = objection(source, request, acceptor);
    if (objection != null || acceptor == null) {
      RejectReason reason = objection == null ? RejectReason.INVALID_SERVICE_ID : objection;
      reject(source, request.header(), reason);
      return reason == RejectReason.NO_RESOURCES ? Kind.FULL : Kind.REJECTED;
    }
    CmConnection made = CmConnection.requested(this, source, request, table.freeId(), nowNanos);
    table.addAsked(made);
    halfOpen.add(source);
    try {
      acceptor.requested(made);
    } catch (RuntimeException e) {
      failed(made, e);
    }
    return Kind.TAKEN;
  }

  /** A callback of the application threw; the loop and other connections go on. */
  void failed(CmConnection connection, RuntimeException e) {
    counters.add(Kind.APPLICATION_FAILED);
    if (counters.count(Kind.APPLICATION_FAILED) == 1) {
      LOG.error(
          "The application failed at a connection with {}, which ends; more are only counted",
          connection.peer(),
          e);
    }
    connection.abandon();
  }

  private @Nullable RejectReason objection(
      IpAddress source, ConnectRequest request, @Nullable CmAcceptor acceptor) {
    if (!request.origin().source().equals(source)
        || !request.origin().destination().equals(local.address())) {
      return RejectReason.INVALID_GID;
    }
    if (acceptor == null) {
      return RejectReason.INVALID_SERVICE_ID;
    }
    if (request.path().mtuBytes() > local.mtuBytes()) {
      return RejectReason.INVALID_MTU;
    }
    boolean room = halfOpen.admits(source) && connections() < config.maxConnections();
    return room ? null : RejectReason.NO_RESOURCES;
  }

  private void reject(IpAddress peer, CmHeader rejected, RejectReason reason) {
    CmHeader header = rejected.answered(rejected.remoteId());
    PrivateData additional = reason == RejectReason.INVALID_MTU
        ? PrivateData.of(new byte[] {(byte) RequestTerms.mtuCode(local.mtuBytes())})
        : PrivateData.NONE;
    send(
        peer,
        new ConnectReject(header, Subject.REQUEST, reason.code(), additional, PrivateData.NONE));
  }

  void send(IpAddress peer, CmMessage message) {
    boolean taken = outbox.send(peer, Mad.encode(message));
    counters.add(taken ? Kind.SENT : Kind.SEND_QUEUE_FULL);
  }

  void resend(IpAddress peer, CmMessage message) {
    counters.add(Kind.RESENT);
    send(peer, message);
  }

  /** A connection is, or is not, one that a peer has begun and not finished. */
  void changed(CmConnection connection, boolean wasHalfOpen, boolean isHalfOpen) {
    if (wasHalfOpen && !isHalfOpen) {
      halfOpen.remove(connection.peer());
    }
  }

  /** A connection is over and rests. */
  void waits(CmConnection connection) {
    CmConnection oldest = table.rest(connection, config.maxTimewait());
    if (oldest != null) {
      counters.add(Kind.TIMEWAIT_FULL);
      forget(oldest);
    }
  }

  void forget(CmConnection connection) {
    table.remove(connection);
    connection.gone();
  }

  /** A connection wants to be looked at then, at the latest. */
  void schedule(long deadlineNanos) {
    if (dueNanos == Engine.NO_TIMER || deadlineNanos - dueNanos < 0) {
      dueNanos = deadlineNanos;
    }
  }

  /** Those that are established have no timer, so that this is not often. */
  void timers(long nowNanos) {
    if (dueNanos == Engine.NO_TIMER || dueNanos - nowNanos > 0) {
      return;
    }
    dueNanos = Engine.NO_TIMER;
    for (CmConnection connection : table.all()) {
      connection.timers(nowNanos);
      long deadlineNanos = connection.deadlineNanos();
      if (deadlineNanos != Engine.NO_TIMER) {
        schedule(deadlineNanos);
      }
    }
  }

  /** When {@link #timers} may have something to do. */
  long nextTimerNanos() {
    return dueNanos;
  }

  /** Ends all connections; the peers are told once. */
  void close() {
    closed = true;
    acceptors.clear();
    for (CmConnection connection : table.all()) {
      connection.disconnect();
      forget(connection);
    }
  }
}
