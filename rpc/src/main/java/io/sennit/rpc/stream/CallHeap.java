// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** Heap that one call holds until it ends. Confined to the engine's thread. */
final class CallHeap {
  private final HeapLedger ledger;
  private long heldBytes;

  CallHeap(HeapLedger ledger) {
    this.ledger = ledger;
  }

  /** Charges bytes; false if there is no room. */
  boolean tryHold(long bytes) {
    boolean charged = ledger.tryCharge(bytes);
    heldBytes += charged ? bytes : 0;
    return charged;
  }

  /** Gives everything back. */
  void release() {
    ledger.release(heldBytes);
    heldBytes = 0;
  }
}
