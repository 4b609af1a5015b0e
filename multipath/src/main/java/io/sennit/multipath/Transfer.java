// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * One WRITE, READ or atomic, in chunks over all strands. Confined to the owner thread; not valid
 * any more once {@link TransferListener#onReleased} has returned.
 */
public final class Transfer {
  private static final RemoteSpan NOWHERE = new RemoteSpan(0, 0, 0, 0);

  private final Transfers transfers;
  final int index;

  /** Position among the open ones; -1 if it is not open. */
  int position = -1;

  Opcode verb = Opcode.WRITE;
  private @Nullable MemoryRegion local;
  long localOffset;
  private RemoteSpan span = NOWHERE;
  private long lengthBytes;
  private @Nullable TransferListener listener;
  long compare;
  long swapOrAdd;
  long found;

  /** Bytes given to chunks so far. */
  long nextOffset;

  /** Bytes of chunks that have one successful copy. */
  long doneBytes;

  int openCopies;

  /** Waits for its turn to post, or to be settled. */
  boolean active;

  boolean settling;
  boolean posted;
  boolean delivered;
  boolean failed;

  /** Why it is to fail; empty if it is not. */
  String failure = "";

  /** A leased WRITE: its user said what becomes of the grant. */
  boolean announced;

  boolean declined;

  /** Its DONE listed unfinished copies: RELEASED is owed. */
  boolean owesReleased;

  /** A leased READ: the owner has been told. */
  boolean pullReleased;

  private Outcome outcome = Outcome.PENDING;

  Transfer(Transfers transfers, int index) {
    this.transfers = transfers;
    this.index = index;
  }

  /** Bytes to move. */
  public long lengthBytes() {
    return lengthBytes;
  }

  /** The peer's memory. */
  public RemoteSpan span() {
    return span;
  }

  /** What is known about its effect. */
  public Outcome outcome() {
    return outcome;
  }

  /** What an atomic found; only once delivered. */
  public long found() {
    return found;
  }

  /**
   * Gives up: nothing more is posted, {@code onFailed} is called unless it has been delivered
   * (inside the next poll), {@code onReleased} once what was posted has ended. A READ then frees
   * the peer's loan, a WRITE declines the peer's grant.
   */
  public void abort(String cause) {
    transfers.abort(this, cause);
  }

  void begin(Opcode newVerb, RemoteSpan newSpan, long newLength, TransferListener newListener) {
    verb = newVerb;
    span = newSpan;
    lengthBytes = newLength;
    listener = newListener;
    nextOffset = 0;
    doneBytes = 0;
    openCopies = 0;
    posted = false;
    delivered = false;
    failed = false;
    failure = "";
    announced = false;
    declined = false;
    owesReleased = false;
    pullReleased = false;
    outcome = Outcome.PENDING;
  }

  void local(MemoryRegion region, long offset) {
    local = region;
    localOffset = offset;
  }

  MemoryRegion local() {
    MemoryRegion region = local;
    if (region == null) {
      throw new IllegalStateException("the transfer is released");
    }
    return region;
  }

  TransferListener listener() {
    TransferListener user = listener;
    if (user == null) {
      throw new IllegalStateException("the transfer is released");
    }
    return user;
  }

  void clear() {
    local = null;
    listener = null;
    span = NOWHERE;
  }

  boolean atomic() {
    return verb == Opcode.COMPARE_AND_SWAP || verb == Opcode.FETCH_AND_ADD;
  }

  boolean leased() {
    return span.leaseId() != 0;
  }

  /** Delivered or failed. */
  boolean ended() {
    return delivered || failed;
  }

  boolean complete() {
    return doneBytes == lengthBytes;
  }

  /** A WRITE that waits for its user to announce or decline it. */
  boolean unaccounted() {
    return verb == Opcode.WRITE && leased() && delivered && !announced && !declined;
  }

  void deliver() {
    delivered = true;
    outcome = Outcome.DONE;
  }

  void fail() {
    failed = true;
    if (outcome == Outcome.PENDING) {
      outcome = posted ? Outcome.UNKNOWN : Outcome.NOT_DONE;
    }
  }

  /** The peer refused it: an atomic had no effect. */
  void refused() {
    if (outcome == Outcome.PENDING && atomic()) {
      outcome = Outcome.NOT_DONE;
    }
  }
}
