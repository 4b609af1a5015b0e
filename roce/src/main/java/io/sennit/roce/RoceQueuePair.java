// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import org.jspecify.annotations.Nullable;

/** The verbs side of a queue pair: its state, what is posted to it, and how that completes. */
final class RoceQueuePair implements QueuePair, Receiving {
  /** EF and CS5, CS6 and CS7, which go before all else in most networks (RFC 4594). */
  private static final int EXPEDITED_DSCP = 40;

  private static final int BIND_WINDOW = RoceMemoryRegion.bit(Access.BIND_WINDOW);
  private static final int LOCAL_WRITE = RoceMemoryRegion.bit(Access.LOCAL_WRITE);

  private final RoceDomain domain;
  private final QueuePairConfig config;
  private final RoceCompletionQueue receiveCompletions;
  private final RoceSharedReceiveQueue receives;
  private final QueuePairAddress address;
  private final PostedRequests posted;
  private QueuePairState state = QueuePairState.INIT;
  private @Nullable Conversation conversation;
  private @Nullable PathMtu pathMtu;
  private boolean drainTold;

  /** Of the engine: whether it is in the list of those that may have something to send. */
  boolean ready;

  /** Of the engine's timers. */
  long timerNanos;

  /** Of the engine's timers. */
  int timerIndex = Timers.NOWHERE;

  RoceQueuePair(RoceDomain domain, QueuePairConfig config, QueuePairAddress address) {
    this.domain = domain;
    this.config = config;
    this.address = address;
    posted = new PostedRequests(config, address.number());
    receiveCompletions = (RoceCompletionQueue) config.receiveCompletions();
    receives = (RoceSharedReceiveQueue) config.receives();
  }

  @Override
  public RoceDomain domain() {
    return domain;
  }

  Path path() {
    return config.path();
  }

  /** Whether it goes before others here, as it does in switches that know its class. */
  boolean isExpedited() {
    return config.dscp() >= EXPEDITED_DSCP;
  }

  @Override
  public RoceSharedReceiveQueue receives() {
    return receives;
  }

  boolean uses(RoceCompletionQueue queue) {
    return config.sendCompletions() == queue || receiveCompletions == queue;
  }

  private Conversation conversation() {
    Conversation connected = conversation;
    if (connected == null) {
      throw new IllegalStateException("queue pair " + number() + " was never connected");
    }
    return connected;
  }

  Connection connection() {
    return conversation().connection();
  }

  Flow flow() {
    return connection().flow();
  }

  int remoteNumber() {
    return connection().remoteNumber();
  }

  @Override
  public void count(EngineCounters.Kind kind) {
    domain.engine().counters().add(kind);
  }

  void makeReady() {
    domain.engine().makeReady(this);
  }

  @Override
  public int number() {
    return address.number();
  }

  @Override
  public QueuePairState state() {
    return state;
  }

  @Override
  public byte[] address() {
    return address.encode();
  }

  @Override
  public void prepareToReceive(byte[] remoteAddress) {
    QueuePairAddress remote = QueuePairAddress.decode(remoteAddress);
    prepareToReceive(domain.connection(config, remote, address), firstPsn());
  }

  /** Connects to a peer that is not Sennit. */
  void connect(PeerAttributes remote, int sendPsn) {
    prepareToReceive(domain.connection(config, remote, address), sendPsn);
    readyToSend();
  }

  private void prepareToReceive(Connection connection, int sendPsn) {
    if (state != QueuePairState.INIT) {
      throw new IllegalStateException("queue pair " + number() + " is in " + state + ", not INIT");
    }
    conversation = new Conversation(this, connection, sendPsn);
    if (connection.can(Features.PATH_MTU)) {
      pathMtu = domain.pathMtu(path());
    }
    state = QueuePairState.READY_TO_RECEIVE;
  }

  @Override
  public void readyToSend() {
    check(QueuePairState.READY_TO_RECEIVE, QueuePairState.SEND_QUEUE_DRAIN);
    if (pathMtu != null && state == QueuePairState.READY_TO_RECEIVE) {
      pathMtu.connected(this);
    }
    state = QueuePairState.READY_TO_SEND;
    makeReady();
  }

  @Override
  public void drain() {
    check(QueuePairState.READY_TO_SEND, QueuePairState.READY_TO_SEND);
    state = QueuePairState.SEND_QUEUE_DRAIN;
    drainTold = false;
    tellIfDrained();
  }

  private void tellIfDrained() {
    if (!drainTold && isDrained()) {
      drainTold = true;
      domain.events().add(AsyncEvent.Kind.SEND_QUEUE_DRAINED, this);
    }
  }

  private void check(QueuePairState one, QueuePairState other) {
    if (state != one && state != other) {
      throw new IllegalStateException("queue pair " + number() + " is in " + state);
    }
  }

  @Override
  public boolean isDrained() {
    return isDraining() && !conversation().queue().hasBegun();
  }

  /** Whether nothing may begin that has not begun. */
  boolean isDraining() {
    return state == QueuePairState.SEND_QUEUE_DRAIN;
  }

  /** Whether what the peer asks for is served. */
  private boolean serves() {
    return state == QueuePairState.READY_TO_RECEIVE || mayRequest();
  }

  private boolean mayRequest() {
    return state == QueuePairState.READY_TO_SEND || isDraining();
  }

  /** PSN of its first request. */
  int firstPsn() {
    return address.firstPsn();
  }

  @Override
  public PostStatus post(WorkRequest request) {
    if (!mayRequest() && state != QueuePairState.ERROR) {
      return PostStatus.NOT_READY;
    }
    if (!RoceDomain.CAPABILITIES.admits(request) || !peerAnswers(request.opcode())) {
      return PostStatus.INVALID;
    }
    if (posted.isFull()) {
      return PostStatus.QUEUE_FULL;
    }
    posted.post();
    if (state == QueuePairState.ERROR) {
      posted.complete(
          request.id(), request.opcode(), request.length(), CompletionStatus.WORK_REQUEST_FLUSHED);
    } else {
      enqueue(request, conversation());
    }
    return PostStatus.POSTED;
  }

  /** Whether the peer has what it takes; one that is not Sennit may answer no READs and atomics. */
  private boolean peerAnswers(Opcode opcode) {
    return !opcode.isAnswered()
        || conversation == null
        || (connection().initiatorDepth() > 0 && connection().can(Features.neededFor(opcode)));
  }

  private void enqueue(WorkRequest request, Conversation connected) {
    SendQueue queue = connected.queue();
    SendEntry entry = queue.take();
    entry.fill(request, connected.connection().mtuBytes());
    entry.refused = !takeMemory(domain, request, entry);
    queue.add(entry);
    makeReady();
  }

  /** Has an entry use the memory that its request names; false if it may not. */
  static boolean takeMemory(RoceDomain domain, WorkRequest request, SendEntry entry) {
    ScatterGatherList ranges = request.ranges();
    if (!LocalMemory.permits(ranges, domain, neededRights(request.opcode()))) {
      return false;
    }
    if (request.isInline()) {
      entry.copy(ranges, RoceDomain.CAPABILITIES.maxInlineBytes());
    } else {
      entry.local.borrow(ranges);
    }
    return true;
  }

  private static int neededRights(Opcode opcode) {
    if (opcode == Opcode.BIND_WINDOW) {
      return BIND_WINDOW;
    }
    return opcode.fetches() ? LOCAL_WRITE : 0;
  }

  /** The oldest request is one that was refused, or asks nothing of the peer. */
  void endHere(SendEntry entry) {
    CompletionStatus status = CompletionStatus.LOCAL_PROTECTION_ERROR;
    if (entry.opcode.isLocal()) {
      status = domain.windows().execute(entry, this);
    }
    if (status == CompletionStatus.SUCCESS) {
      conversation().endHead(status);
      makeReady();
    } else {
      fail(status);
    }
  }

  /** A request is over. */
  void complete(SendEntry entry, CompletionStatus status) {
    posted.complete(entry, status);
    tellIfDrained();
  }

  @Override
  public CompletionEntry takeReceiveCompletion() {
    CompletionEntry entry = receiveCompletions.take();
    entry.queuePair = number();
    return entry;
  }

  @Override
  public void completeReceive(CompletionEntry entry) {
    receiveCompletions.add(entry);
  }

  /** There is room again in a receive socket. */
  void budgetFreed() {
    if (conversation != null) {
      conversation.inFlight().budgetFreed();
      makeReady();
    }
  }

  /** Packets that were written have not left, since their memory goes. */
  void packetsDiscarded() {
    if (conversation != null) {
      conversation.packetsDiscarded();
    }
  }

  /** Whether a packet comes from where the peer's packets come from. */
  boolean isFromPeer(Datagram datagram) {
    return conversation == null || connection().isFromPeer(datagram);
  }

  /** Whether packets are looked at at all. */
  boolean isReachable() {
    return conversation != null && state != QueuePairState.DESTROYED;
  }

  /** Takes a packet that passed every check that needs no state. */
  void receive(Inbound in, long nowNanos) {
    if (serves()) {
      conversation().receive(in, nowNanos);
    } else {
      count(EngineCounters.Kind.NOT_READY);
      if (in.opcode.kind().isRequest()) {
        conversation().receiveInError(in);
      }
    }
  }

  /** A probe of the path MTU has come, or the answer to one; nobody asks before it is known of. */
  void probed(Inbound in, long nowNanos) {
    if (pathMtu != null && serves()) {
      pathMtu.receive(this, in, nowNanos);
    } else {
      count(EngineCounters.Kind.NOT_READY);
    }
  }

  /** What the peer should have had by now was long: it may be too long for the path. */
  void doubtPath() {
    if (pathMtu != null) {
      pathMtu.doubt(conversation().inFlight().isHeard());
    }
  }

  /** Packets that were as long as they may be have got to the peer. */
  void passedLong(long nowNanos) {
    if (pathMtu != null) {
      pathMtu.passed(mtuBytes(), nowNanos);
    }
  }

  @Override
  public int mtuBytes() {
    return conversation == null ? 0 : connection().mtuBytes();
  }

  @Override
  public int pathMtuBytes() {
    return pathMtu == null ? mtuBytes() : pathMtu.bytes();
  }

  /** A packet was marked on its way here. */
  void metCongestion(Inbound in, long nowNanos) {
    if (serves()) {
      conversation().metCongestion(in, nowNanos);
    }
  }

  /** The peer reports congestion. */
  void marked(long nowNanos) {
    if (state == QueuePairState.READY_TO_SEND) {
      conversation().marked(nowNanos);
    } else {
      count(EngineCounters.Kind.NOT_READY);
    }
  }

  /** Writes what may be sent; false if it needs another turn. */
  boolean transmit(BurstWriter writer, PacketSink sink, long nowNanos) {
    if (!isReachable()) {
      return true;
    }
    boolean probed = pathMtu == null || !serves() || pathMtu.transmit(this, writer, sink, nowNanos);
    return probed && conversation().transmit(writer, sink, mayRequest(), nowNanos);
  }

  long deadlineNanos() {
    if (!mayRequest()) {
      return Engine.NO_TIMER;
    }
    long probeNanos = pathMtu == null ? Engine.NO_TIMER : pathMtu.deadlineNanos(this);
    return Math.min(probeNanos, conversation().deadlineNanos());
  }

  void timers(long nowNanos) {
    if (mayRequest()) {
      conversation().timers(nowNanos);
    }
    if (mayRequest() && pathMtu != null) {
      pathMtu.timers(this, nowNanos);
    }
  }

  /** A request of the peer's was refused, which ends the queue pair. */
  void refused(int syndrome) {
    if (state == QueuePairState.ERROR) {
      return; // It was told of a refusal before; what came before that was being answered.
    }
    AsyncEvent.Kind kind = syndrome == Aeth.NAK_REMOTE_ACCESS
        ? AsyncEvent.Kind.QUEUE_PAIR_ACCESS_ERROR
        : AsyncEvent.Kind.QUEUE_PAIR_REQUEST_ERROR;
    domain.events().add(kind, this);
    // What is written and not sent has answers before it: the peer needs them to make sense of it.
    end();
  }

  /** The oldest request fails, and the queue pair with it. */
  void fail(CompletionStatus status) {
    drainTold = true;
    conversation().endHead(status);
    toError();
  }

  @Override
  public int outstanding() {
    return posted.outstanding();
  }

  @Override
  public void toError() {
    if (state != QueuePairState.ERROR && state != QueuePairState.DESTROYED) {
      discard();
      end();
    }
  }

  /** Forgets the packets that are written and not sent. */
  private void discard() {
    if (conversation != null) {
      domain.engine().discard(this);
    }
  }

  private void end() {
    state = QueuePairState.ERROR;
    if (pathMtu != null) {
      pathMtu.ended(this);
    }
    posted.end();
    if (conversation != null) {
      conversation.flush();
      domain.events().add(AsyncEvent.Kind.LAST_RECEIVE_REACHED, this);
    }
  }

  @Override
  public boolean destroy() {
    toError();
    if (state != QueuePairState.DESTROYED) {
      state = QueuePairState.DESTROYED;
      discard();
      domain.windows().unbindAll(this);
      domain.remove(this);
    }
    return true;
  }

  @Override
  public long roundTripNanos() {
    return conversation == null ? 0 : conversation.roundTripNanos();
  }

  @Override
  public long deliveryRateBytesPerSecond() {
    return conversation == null ? 0 : conversation.deliveryRateBytesPerSecond();
  }

  @Override
  public long answeredBytes() {
    return conversation == null ? 0 : conversation.answeredBytes();
  }
}
