// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * One WRITE, READ or atomic, in chunks over all strands. Confined to the owner thread; its place is
 * used again, its id is not.
 */
final class Transfer {
  private static final RemoteSpan NOWHERE = new RemoteSpan(0, 0, 0, 0);

  final int index;

  /** How its user names it. */
  long id;

  /** Position among the open ones; -1 if it is not open. */
  int position = -1;

  Opcode verb = Opcode.WRITE;
  private @Nullable MemoryRegion local;
  long localOffset;
  private RemoteSpan span = NOWHERE;
  private long lengthBytes;
  private @Nullable TransferListener listener;
  private TransferLine line = TransferLine.NONE;
  long compare;
  long swapOrAdd;

  /** Bytes given to chunks so far. */
  long nextOffset;

  /** Bytes of chunks that have one successful copy. */
  long doneBytes;

  int openCopies;

  /** Some of its bytes have not been given to chunks. */
  boolean active;

  /** The next one of its line. */
  @Nullable
  Transfer behind;

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

  /** The peer refused access. */
  boolean refused;

  Transfer(int index) {
    this.index = index;
  }

  /** Bytes to move. */
  long lengthBytes() {
    return lengthBytes;
  }

  /** Not given to chunks yet. */
  long remainingBytes() {
    return lengthBytes - nextOffset;
  }

  /** With which others it is wanted in order. */
  TransferLine line() {
    return line;
  }

  /** The peer's memory. */
  RemoteSpan span() {
    return span;
  }

  void begin(
      Opcode newVerb,
      RemoteSpan newSpan,
      long newLength,
      TransferListener newListener,
      TransferLine newLine) {
    verb = newVerb;
    span = newSpan;
    lengthBytes = newLength;
    listener = newListener;
    line = newLine;
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
    refused = false;
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
    line = TransferLine.NONE;
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

  /** Certainly, now that it has failed. */
  boolean hadNoEffect() {
    return !posted || (refused && atomic());
  }
}
