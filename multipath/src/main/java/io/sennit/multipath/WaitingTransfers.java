// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Transfers whose bytes have not all been given to chunks. They take turns of one chunk; of a
 * {@link TransferLine} only the first has one.
 */
final class WaitingTransfers {
  private final Transfer[] ring;
  private int head;
  private int count;

  /** Also of those that have no turn yet. */
  private long bytes;

  WaitingTransfers(int most) {
    ring = new Transfer[most];
  }

  /** None has a turn. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Bytes that no chunk has been given. */
  long bytes() {
    return bytes;
  }

  /** Whose turn it is. */
  Transfer first() {
    return ring[head];
  }

  void add(Transfer transfer) {
    transfer.active = true;
    bytes += transfer.remainingBytes();
    if (transfer.line().enter(transfer)) {
      append(transfer);
    }
  }

  private void append(Transfer transfer) {
    ring[(head + count++) % ring.length] = transfer;
  }

  private Transfer poll() {
    Transfer first = ring[head];
    head = (head + 1) % ring.length;
    count--;
    return first;
  }

  /** A chunk of the first has been posted: the next one's turn. */
  void posted(int chunkBytes) {
    Transfer first = poll();
    bytes -= chunkBytes;
    first.nextOffset += chunkBytes;
    if (first.remainingBytes() > 0) {
      append(first);
    } else {
      leave(first);
    }
  }

  /** No more of the first is to be posted. */
  void dropFirst() {
    leave(poll());
  }

  private void leave(Transfer transfer) {
    transfer.active = false;
    bytes -= transfer.remainingBytes();
    Transfer next = transfer.line().leave(transfer);
    if (next != null) {
      append(next);
    }
  }

  /** No more of it is to be posted, if it waits at all. */
  void remove(Transfer transfer) {
    if (!transfer.active) {
      return;
    }
    if (transfer.line().isFirst(transfer)) {
      takeOut(transfer);
    }
    leave(transfer);
  }

  private void takeOut(Transfer transfer) {
    for (int left = count; left > 0; left--) {
      Transfer each = poll();
      if (each != transfer) {
        append(each);
      }
    }
  }
}
