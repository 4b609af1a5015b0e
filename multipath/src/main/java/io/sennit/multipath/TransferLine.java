// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * Transfers that somebody waits for in their order, such as the messages of one stream: they move
 * one after the other, since none is of use before the last. Lines, and transfers without one, take
 * turns.
 *
 * <p>Belongs to whoever starts the transfers, on one braid at a time, and to its thread.
 */
public final class TransferLine {
  /** Of transfers that are wanted each by itself. */
  public static final TransferLine NONE = new TransferLine();

  private @Nullable Transfer first;
  private @Nullable Transfer last;

  /** Whose transfers are in it, or were. */
  private @Nullable Transfers owner;

  /** With nothing in it. */
  public TransferLine() {}

  /**
   * Before any transfer of these enters.
   *
   * @throws IllegalStateException if others wait in it
   */
  void checkBelongsTo(Transfers transfers) {
    if (this == NONE) {
      return;
    }
    if (first != null && owner != transfers) {
      throw new IllegalStateException("a line in which transfers of another braid wait");
    }
    owner = transfers;
  }

  /** None of these transfers will ever move: the next braid may have the line. */
  void leaveAll(Transfers transfers) {
    if (owner == transfers) {
      first = null;
      last = null;
    }
  }

  /** Whether its turn has come; if not, it comes when all before it have left. */
  boolean enter(Transfer transfer) {
    if (this == NONE) {
      return true;
    }
    Transfer before = last;
    last = transfer;
    if (before == null) {
      first = transfer;
      return true;
    }
    before.behind = transfer;
    return false;
  }

  /** The one whose turn has come since the first has left; null if there is none. */
  @Nullable
  Transfer leave(Transfer transfer) {
    if (this == NONE) {
      return null;
    }
    Transfer next = transfer.behind;
    transfer.behind = null;
    if (first == transfer) {
      first = next;
      last = next == null ? null : last;
      return next;
    }
    unlink(transfer, next);
    return null;
  }

  private void unlink(Transfer transfer, @Nullable Transfer next) {
    Transfer before = first;
    while (before != null && before.behind != transfer) {
      before = before.behind;
    }
    if (before == null) {
      throw new IllegalStateException("not in this line");
    }
    before.behind = next;
    last = last == transfer ? before : last;
  }

  /** Whether its turn has come. */
  boolean isFirst(Transfer transfer) {
    return this == NONE || first == transfer;
  }
}
