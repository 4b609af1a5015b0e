// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.WorkRequest;
import java.lang.invoke.VarHandle;

/**
 * Executes work requests in the peer's memory, on the poster's thread and without the peer. Long
 * copies are cut into pieces, each of them inside its own operation of the fence
 * ({@link PeerQueuePair#enter}): between two pieces the peer may take back a key or the whole queue
 * pair.
 */
final class Initiator {
  private static final int REMOTE_READ = Keys.bit(Access.REMOTE_READ);
  private static final int REMOTE_WRITE = Keys.bit(Access.REMOTE_WRITE);
  private static final int REMOTE_ATOMIC = Keys.bit(Access.REMOTE_ATOMIC);
  private static final int FLUSH_GLOBAL = Keys.bit(Access.FLUSH_GLOBAL);
  private static final int LOCAL_WRITE = Keys.bit(Access.LOCAL_WRITE);

  private final ShmDomain domain;
  private final Peer peer;
  private final PeerQueuePair target;
  private final int pieceBytes;

  Initiator(ShmDomain domain, PeerQueuePair target) {
    this.domain = domain;
    this.peer = domain.peer();
    this.target = target;
    pieceBytes = domain.config().pieceBytes();
  }

  /** Whether the peer's half is not connected yet. */
  boolean mustWait() {
    return target.isAwaited();
  }

  /**
   * Executes a request whose form has been checked.
   *
   * @param local its local ranges
   */
  CompletionStatus execute(WorkRequest request, LocalBytes local) {
    CompletionStatus status;
    try {
      status = switch (request.opcode()) {
        case SEND, SEND_WITH_IMMEDIATE -> send(request, local);
        case WRITE -> write(request, local);
        case WRITE_WITH_IMMEDIATE -> writeWithImmediate(request, local);
        case READ -> read(request, local);
        case COMPARE_AND_SWAP, FETCH_AND_ADD -> atomic(request, local);
        case ATOMIC_WRITE -> atomicWrite(request, local);
        case FLUSH -> flush(request);
        case SEND_WITH_INVALIDATE, BIND_WINDOW, LOCAL_INVALIDATE, RECEIVE, RECEIVE_WITH_IMMEDIATE ->
          CompletionStatus.LOCAL_QUEUE_PAIR_ERROR;
      };
    } catch (MalformedPeerException e) {
      domain.fail(e);
      return CompletionStatus.REMOTE_OPERATION_ERROR;
    }
    if (breaksPeer(status)) {
      target.fault();
    }
    return status;
  }

  private static boolean breaksPeer(CompletionStatus status) {
    return status == CompletionStatus.REMOTE_ACCESS_ERROR
        || status == CompletionStatus.REMOTE_INVALID_REQUEST
        || status == CompletionStatus.REMOTE_OPERATION_ERROR;
  }

  private CompletionStatus send(WorkRequest request, LocalBytes local)
      throws MalformedPeerException {
    int length = request.length();
    int done = 0;
    CompletionStatus status;
    do {
      int piece = Math.min(pieceBytes, length - done);
      status = sendPiece(request, local, new Piece(done, piece, length));
      done += piece;
    } while (status == CompletionStatus.SUCCESS && done < length);
    if (status != CompletionStatus.RETRY_EXCEEDED) {
      domain.ringIfAsleep();
    }
    return status;
  }

  /** A part of a message: offset and length within the whole. */
  private record Piece(int offset, int length, int whole) {
    boolean isLast() {
      return offset + length == whole;
    }
  }

  private CompletionStatus sendPiece(WorkRequest request, LocalBytes local, Piece piece)
      throws MalformedPeerException {
    try {
      if (!target.enter()) {
        return CompletionStatus.RETRY_EXCEEDED;
      }
      PeerReceives receive = target.receives();
      if (!receive.look()) {
        return notReady();
      }
      if (!target.completions().hasRoom()) {
        return CompletionStatus.REMOTE_OPERATION_ERROR;
      }
      if (piece.whole() > receive.length()) {
        report(CompletionRing.Kind.TOO_LONG, 0, 0);
        return CompletionStatus.REMOTE_INVALID_REQUEST;
      }
      if (!Keys.permits(peer, receive.key(), receive.address(), piece.whole(), LOCAL_WRITE)) {
        report(CompletionRing.Kind.NOT_ALLOWED, 0, 0);
        return CompletionStatus.REMOTE_OPERATION_ERROR;
      }
      long to = receive.address() + piece.offset();
      local.copyTo(peer.file(), to, piece.offset(), piece.length());
      if (piece.isLast()) {
        boolean plain = request.opcode() == Opcode.SEND;
        CompletionRing.Kind kind =
            plain ? CompletionRing.Kind.RECEIVED : CompletionRing.Kind.SENT_IMMEDIATE;
        report(kind, piece.whole(), request.immediate());
      }
      return CompletionStatus.SUCCESS;
    } finally {
      target.leave();
    }
  }

  /** No receive is posted: the peer broke its credits, or is dead and will never post one. */
  private CompletionStatus notReady() {
    return domain.peerEnded()
        ? CompletionStatus.RETRY_EXCEEDED
        : CompletionStatus.RECEIVER_NOT_READY_EXCEEDED;
  }

  private void report(CompletionRing.Kind kind, int length, int immediate) {
    PeerReceives receive = target.receives();
    target
        .completions()
        .publish(kind, receive, target, new CompletionRing.Received(length, immediate));
    receive.take();
  }

  private CompletionStatus write(WorkRequest request, LocalBytes local) {
    int length = request.length();
    for (int done = 0; done < length; done += pieceBytes) {
      int piece = Math.min(pieceBytes, length - done);
      try {
        CompletionStatus status = enter(request, REMOTE_WRITE);
        if (status != CompletionStatus.SUCCESS) {
          return status;
        }
        local.copyTo(peer.file(), request.remoteAddress() + done, done, piece);
      } finally {
        target.leave();
      }
    }
    return length > 0 ? CompletionStatus.SUCCESS : touch();
  }

  private CompletionStatus read(WorkRequest request, LocalBytes local) {
    int length = request.length();
    for (int done = 0; done < length; done += pieceBytes) {
      int piece = Math.min(pieceBytes, length - done);
      try {
        CompletionStatus status = enter(request, REMOTE_READ);
        if (status != CompletionStatus.SUCCESS) {
          return status;
        }
        local.copyFrom(peer.file(), request.remoteAddress() + done, done, piece);
      } finally {
        target.leave();
      }
    }
    return length > 0 ? CompletionStatus.SUCCESS : touch();
  }

  /** Begins an operation on the whole remote range of a request, if it may. */
  private CompletionStatus enter(WorkRequest request, int right) {
    if (!target.enter()) {
      return CompletionStatus.RETRY_EXCEEDED;
    }
    return Keys.permits(peer, request.remoteKey(), request.remoteAddress(), request.length(), right)
        ? CompletionStatus.SUCCESS
        : CompletionStatus.REMOTE_ACCESS_ERROR;
  }

  /** A request of no bytes needs no key, but somebody at the other end. */
  private CompletionStatus touch() {
    try {
      return target.enter() ? CompletionStatus.SUCCESS : CompletionStatus.RETRY_EXCEEDED;
    } finally {
      target.leave();
    }
  }

  private CompletionStatus writeWithImmediate(WorkRequest request, LocalBytes local)
      throws MalformedPeerException {
    if (!target.receives().look()) {
      CompletionStatus reached = touch();
      return reached == CompletionStatus.SUCCESS ? notReady() : reached;
    }
    if (!target.completions().hasRoom()) {
      return CompletionStatus.REMOTE_OPERATION_ERROR;
    }
    CompletionStatus status = write(request, local);
    if (status == CompletionStatus.SUCCESS) {
      status = announce(request);
      domain.ringIfAsleep();
    }
    return status;
  }

  private CompletionStatus announce(WorkRequest request) {
    try {
      if (!target.enter()) {
        return CompletionStatus.RETRY_EXCEEDED;
      }
      report(CompletionRing.Kind.RECEIVED_IMMEDIATE, request.length(), request.immediate());
      return CompletionStatus.SUCCESS;
    } finally {
      target.leave();
    }
  }

  private CompletionStatus atomic(WorkRequest request, LocalBytes local) {
    if (request.remoteAddress() % Long.BYTES != 0) {
      return CompletionStatus.REMOTE_INVALID_REQUEST;
    }
    try {
      CompletionStatus status = enter(request, REMOTE_ATOMIC);
      if (status == CompletionStatus.SUCCESS) {
        local.word(exchange(request));
      }
      return status;
    } finally {
      target.leave();
    }
  }

  private CompletionStatus atomicWrite(WorkRequest request, LocalBytes local) {
    if (request.remoteAddress() % Long.BYTES != 0) {
      return CompletionStatus.REMOTE_INVALID_REQUEST;
    }
    try {
      CompletionStatus status = enter(request, REMOTE_WRITE);
      if (status == CompletionStatus.SUCCESS) {
        Words.releaseLong(peer.file(), request.remoteAddress(), local.word());
      }
      return status;
    } finally {
      target.leave();
    }
  }

  /** What was copied is seen by everybody behind a fence; nothing of it survives. */
  private CompletionStatus flush(WorkRequest request) {
    try {
      if (!target.enter()) {
        return CompletionStatus.RETRY_EXCEEDED;
      }
      VarHandle.fullFence();
      return request.placement() == PlacementType.GLOBAL_VISIBILITY && mayFlush(request)
          ? CompletionStatus.SUCCESS
          : CompletionStatus.REMOTE_ACCESS_ERROR;
    } finally {
      target.leave();
    }
  }

  private boolean mayFlush(WorkRequest request) {
    int key = request.remoteKey();
    return request.flushesAll()
        ? Keys.permits(peer, key, FLUSH_GLOBAL)
        : Keys.permits(peer, key, request.remoteAddress(), request.flushedBytes(), FLUSH_GLOBAL);
  }

  private long exchange(WorkRequest request) {
    long address = request.remoteAddress();
    return request.opcode() == Opcode.FETCH_AND_ADD
        ? Words.getAndAdd(peer.file(), address, request.swapOrAdd())
        : Words.compareAndExchange(peer.file(), address, request.compare(), request.swapOrAdd());
  }
}
