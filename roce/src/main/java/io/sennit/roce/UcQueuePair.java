// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * An unreliable connection (IBTA's UC): SENDs and WRITEs to one peer, of which nothing is
 * acknowledged and nothing repeated. A request is over when it has been sent, whatever becomes of
 * it. A message of the peer's comes whole or not at all; but a WRITE that is broken off may have
 * changed a part of its range, and a message that the network doubles comes twice. One that finds
 * no receive, is longer than its receive, or may not write where it wants, is dropped and counted;
 * too short a receive completes with LOCAL_LENGTH_ERROR, and the connection goes on.
 *
 * <p>Life: {@link #connect}, then {@link #post} and poll, {@link #toError} or a request that this
 * side may not make, {@link #destroy}. All of an engine's together send at most
 * {@link EngineConfig.Tables#unreliableBytesPerSecond}, each slowed by notices of congestion.
 *
 * <p>Confined to the engine's thread. Completions, receives and memory are those of its domain, and
 * its requests use memory until they are over.
 */
public final class UcQueuePair implements Numbered {
  /** No packet is longer than its path MTU and this: there is nobody to tell of it. */
  private static final int MOST_HEADER_BYTES = 80;

  private final RoceDomain domain;
  private final QueuePairConfig config;
  private final QueuePairAddress address;
  private final PostedRequests posted;
  private final SendQueue queue;
  private final Pace pace;
  private QueuePairState state = QueuePairState.INIT;
  private @Nullable Link link;

  /** What it has once it is connected. */
  private record Link(Connection connection, UcRequester requester, UcResponder responder) {}

  UcQueuePair(RoceDomain domain, QueuePairConfig config, QueuePairAddress address) {
    this.domain = domain;
    this.config = config;
    this.address = address;
    posted = new PostedRequests(config, address.number());
    queue = new SendQueue(address.firstPsn());
    pace = new Pace(Pace.NO_BYTES_PER_SECOND, domain.engine().config().mostNoticesPerSecond());
  }

  /** 24 bits, unpredictable. */
  @Override
  public int number() {
    return address.number();
  }

  /** PSN of its first packet, for the peer. */
  public int firstPsn() {
    return address.firstPsn();
  }

  public QueuePairState state() {
    return state;
  }

  /**
   * Knows the peer's queue pair, in READY_TO_SEND. The address is that of the domain's peer.
   *
   * @param peer its READs and retries mean nothing here: {@link PeerAttributes#unreliable}
   * @throws IllegalArgumentException if the port does not allow the path MTU
   * @throws IllegalStateException if not in INIT
   */
  public void connect(PeerAttributes peer) {
    if (state != QueuePairState.INIT) {
      throw new IllegalStateException("queue pair " + number() + " is in " + state + ", not INIT");
    }
    Connection connection = domain.connection(config, peer, address);
    UcInlet inlet = new UcInlet(domain, config, number());
    link = new Link(
        connection,
        new UcRequester(connection, queue),
        new UcResponder(inlet, connection, new InboundMessage(inlet, connection)));
    state = QueuePairState.READY_TO_SEND;
  }

  /**
   * Posts a SEND or WRITE, with an immediate or without.
   *
   * @return as {@link io.sennit.verbs.QueuePair#post}; INVALID for every other opcode
   */
  public PostStatus post(WorkRequest request) {
    Link connected = link;
    if (connected == null || state == QueuePairState.DESTROYED) {
      return PostStatus.NOT_READY;
    }
    if (!RoceDomain.CAPABILITIES.admits(request) || !isUnreliable(request.opcode())) {
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
      enqueue(request, connected);
    }
    return PostStatus.POSTED;
  }

  private static boolean isUnreliable(Opcode opcode) {
    return switch (opcode) {
      case SEND, SEND_WITH_IMMEDIATE, WRITE, WRITE_WITH_IMMEDIATE -> true;
      default -> false;
    };
  }

  private void enqueue(WorkRequest request, Link connected) {
    SendEntry entry = queue.take();
    entry.fill(request, connected.connection.mtuBytes());
    entry.refused = !RoceQueuePair.takeMemory(domain, request, entry);
    queue.add(entry);
    domain.engine().unreliable().wake();
  }

  /** Requests posted and not polled. */
  public int outstanding() {
    return posted.outstanding();
  }

  /** Sends and takes nothing more; what is posted, and a receive that it holds, is flushed. */
  public void toError() {
    if (state == QueuePairState.ERROR || state == QueuePairState.DESTROYED) {
      return;
    }
    state = QueuePairState.ERROR;
    posted.end();
    if (link != null) {
      link.responder.flush();
    }
    for (SendEntry head = queue.head(); head != null; head = queue.head()) {
      end(head, CompletionStatus.WORK_REQUEST_FLUSHED);
    }
  }

  /** Ends it for good, from {@link #toError} on. */
  public void destroy() {
    toError();
    if (state != QueuePairState.DESTROYED) {
      state = QueuePairState.DESTROYED;
      domain.remove(this);
    }
  }

  private void end(SendEntry entry, CompletionStatus status) {
    queue.remove(entry);
    entry.release();
    posted.complete(entry, status);
    queue.giveBack(entry);
  }

  /** Whether it has something to send. */
  boolean hasWork() {
    return queue.head() != null;
  }

  Pace pace() {
    return pace;
  }

  /**
   * Sends a burst.
   *
   * @return bytes that were sent; negative if the sink refused them
   */
  long transmit(UcBurst out, PacketSink sink, int mostBytes) {
    SendEntry entry = queue.head();
    if (entry == null || link == null) {
      return 0;
    }
    if (entry.refused) {
      end(entry, CompletionStatus.LOCAL_PROTECTION_ERROR);
      toError();
      return 0;
    }
    long bytes = link.requester.transmit(entry, out, sink, mostBytes);
    if (queue.cursor() != entry) {
      end(entry, CompletionStatus.SUCCESS);
    }
    return bytes == 0 ? -1 : bytes;
  }

  /** Why a packet for it is dropped before its sequence is looked at; null if it is not. */
  EngineCounters.@Nullable Kind objection(Datagram datagram) {
    if (link == null || state != QueuePairState.READY_TO_SEND) {
      return EngineCounters.Kind.NOT_READY;
    }
    if (!link.connection.isFromPeer(datagram)) {
      return EngineCounters.Kind.WRONG_SOURCE;
    }
    if (datagram.length() > link.connection.mtuBytes() + MOST_HEADER_BYTES) {
      return EngineCounters.Kind.MALFORMED;
    }
    return domain.engine().objection(link.connection, datagram);
  }

  void receive(Inbound in) {
    if (link != null) {
      link.responder.receive(in);
    }
  }

  boolean uses(RoceCompletionQueue completions) {
    return config.sendCompletions() == completions || config.receiveCompletions() == completions;
  }
}
