// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair of the model: a pipe of one route that carries requests one after the other, and the
 * end of the peer's. Requests begin in order and complete in order; a peer's half that is in ERROR,
 * or destroyed, answers nothing.
 */
final class LightQueuePair implements QueuePair, Supply, Sink {
  /** 64 KiB chunks of which a braid has eight in flight, and messages. */
  private static final PipeConfig PIPE = new PipeConfig(256, 7);

  /** Those that carry probes. */
  private static final PipeConfig SMALL_PIPE = new PipeConfig(16, 7);

  private static final int SMALL_DEPTH = 16;

  private final LightDomain domain;
  private final LightNet net;
  private final int number;
  private final LightCompletionQueue sendCompletions;
  private final LightCompletionQueue receiveCompletions;
  private final LightReceiveQueue receives;
  private final int depth;
  private final Pipe pipe;

  /** Own requests: posted and not completed. */
  private final Requests requests = new Requests();

  /** Own requests: not arrived. The peer's half takes them from here, as their packets arrive. */
  private final Requests arriving = new Requests();

  private QueuePairState state = QueuePairState.INIT;
  private @Nullable LightQueuePair peer;

  LightQueuePair(LightDomain domain, LightNet net, Route route, QueuePairConfig config) {
    this.domain = domain;
    this.net = net;
    number = net.add(this);
    sendCompletions = queue(config.sendCompletions());
    receiveCompletions = queue(config.receiveCompletions());
    if (!(config.receives() instanceof LightReceiveQueue own)) {
      throw new IllegalArgumentException("receives of another provider");
    }
    receives = own;
    depth = config.sendDepth();
    PipeConfig bounds = depth <= SMALL_DEPTH ? SMALL_PIPE : PIPE;
    PacketPolicy policy = new OneRoute(new EcnWindow(bounds.aheadPackets()));
    pipe = new Pipe(new Pipe.Plan(net, label -> route, bounds, policy, this, new PeersEnd(this)));
  }

  private static LightCompletionQueue queue(CompletionQueue queue) {
    if (queue instanceof LightCompletionQueue own) {
      return own;
    }
    throw new IllegalArgumentException("a completion queue of another provider");
  }

  /** Where this one's packets come out: at the peer, if that has been connected to this one. */
  private record PeersEnd(LightQueuePair from) implements Sink {
    private @Nullable LightQueuePair to() {
      LightQueuePair to = from.peer;
      return to != null && to.peer == from && to.serves() ? to : null;
    }

    @Override
    public boolean accepts(long packet) {
      LightQueuePair to = to();
      return to != null && to.accepts(packet);
    }

    @Override
    public void arrived(long packet, int bytes) {
      LightQueuePair to = to();
      if (to != null) {
        to.arrived(packet, bytes);
      }
    }

    @Override
    public void advanced(long packet) {
      LightQueuePair to = to();
      if (to != null) {
        to.advanced(packet);
      }
    }
  }

  private boolean serves() {
    return state == QueuePairState.READY_TO_RECEIVE || state == QueuePairState.READY_TO_SEND;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public QueuePairState state() {
    return state;
  }

  @Override
  public byte[] address() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  @Override
  public void prepareToReceive(byte[] remoteAddress) {
    require(QueuePairState.INIT);
    if (remoteAddress.length != Integer.BYTES) {
      throw new IllegalArgumentException("an address of " + remoteAddress.length + " bytes");
    }
    peer = net.queuePair(ByteBuffer.wrap(remoteAddress).getInt());
    state = QueuePairState.READY_TO_RECEIVE;
  }

  @Override
  public void readyToSend() {
    require(QueuePairState.READY_TO_RECEIVE);
    state = QueuePairState.READY_TO_SEND;
  }

  private void require(QueuePairState expected) {
    if (state != expected) {
      throw new IllegalStateException("in " + state + ", not in " + expected);
    }
  }

  @Override
  public PostStatus post(WorkRequest request) {
    Opcode opcode = request.opcode();
    boolean known = opcode == Opcode.WRITE || opcode == Opcode.SEND;
    if (!known || !LightDomain.CAPABILITIES.admits(request)) {
      return PostStatus.INVALID;
    }
    if (requests.size() == depth) {
      return PostStatus.QUEUE_FULL;
    }
    if (state == QueuePairState.ERROR) {
      complete(request.id(), CompletionStatus.WORK_REQUEST_FLUSHED, opcode, 0);
      return PostStatus.POSTED;
    }
    if (state != QueuePairState.READY_TO_SEND) {
      return PostStatus.NOT_READY;
    }
    Requests.Request made = requests.next(request, opcode == Opcode.SEND ? content(request) : null);
    requests.add(made);
    arriving.add(made);
    pipe.pump();
    return PostStatus.POSTED;
  }

  private static MemorySegment content(WorkRequest request) {
    MemoryRegion region = request.localRegion();
    return region == null
        ? MemorySegment.NULL
        : MemorySegment.ofArray(region
            .segment()
            .asSlice(request.localOffset(), request.length())
            .toArray(ValueLayout.JAVA_BYTE));
  }

  private void complete(long id, CompletionStatus status, Opcode opcode, int bytes) {
    sendCompletions.add(id, status, opcode, bytes, number);
  }

  @Override
  public int outstanding() {
    return requests.size();
  }

  @Override
  public long roundTripNanos() {
    return pipe.roundTripNanos();
  }

  @Override
  public long deliveryRateBytesPerSecond() {
    return pipe.deliveryRateBytesPerSecond();
  }

  @Override
  public long answeredBytes() {
    return pipe.answeredBytes();
  }

  @Override
  public void toError() {
    fail(CompletionStatus.WORK_REQUEST_FLUSHED);
  }

  private void fail(CompletionStatus ofFirst) {
    if (state == QueuePairState.DESTROYED || state == QueuePairState.ERROR) {
      return;
    }
    state = QueuePairState.ERROR;
    pipe.stop();
    CompletionStatus status = ofFirst;
    while (requests.size() > 0) {
      Requests.Request flushed = requests.remove();
      complete(flushed.id(), status, flushed.opcode(), 0);
      status = CompletionStatus.WORK_REQUEST_FLUSHED;
    }
  }

  @Override
  public boolean destroy() {
    fail(CompletionStatus.WORK_REQUEST_FLUSHED);
    state = QueuePairState.DESTROYED;
    return true;
  }

  // What the pipe carries.

  @Override
  public long packets() {
    return requests.packets();
  }

  @Override
  public int bytes(long packet) {
    return requests.of(packet).bytes(packet);
  }

  @Override
  public void acknowledged(long packet) {
    while (requests.size() > 0 && requests.first().end() <= packet) {
      Requests.Request done = requests.remove();
      complete(done.id(), CompletionStatus.SUCCESS, done.opcode(), done.length());
    }
  }

  @Override
  public void gaveUp() {
    fail(CompletionStatus.RETRY_EXCEEDED);
  }

  // The end of the peer's pipe.

  /** While the receiver is not ready, packets have to come again. */
  @Override
  public boolean accepts(long packet) {
    return receives.posted() > 0;
  }

  @Override
  public void arrived(long packet, int bytes) {
    LightQueuePair from = peer;
    if (from != null) {
      Requests.Request request = from.arriving.of(packet);
      if (request.opcode() == Opcode.WRITE) {
        domain.placed(request.target(), request.offset(packet), bytes);
      }
    }
  }

  @Override
  public void advanced(long packet) {
    LightQueuePair from = peer;
    while (from != null && from.arriving.size() > 0 && from.arriving.first().end() <= packet) {
      Requests.Request came = from.arriving.remove();
      MemorySegment content = came.content();
      if (content != null) {
        receive(content);
      }
    }
  }

  private void receive(MemorySegment content) {
    LightReceiveQueue.Receive into = receives.take();
    long bytes = content.byteSize();
    if (bytes > into.length()) {
      throw new IllegalStateException("a SEND of " + bytes + " bytes into " + into.length());
    }
    MemorySegment.copy(content, 0, into.region().segment(), into.offset(), bytes);
    receiveCompletions.add(
        into.id(), CompletionStatus.SUCCESS, Opcode.RECEIVE, (int) bytes, number);
  }
}
