// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * One completion, filled by {@link CompletionQueue#poll}; reusable.
 *
 * <p>When {@link #status()} is not SUCCESS only {@link #id()}, {@link #status()} and
 * {@link #queuePairNumber()} mean anything.
 */
public final class WorkCompletion {
  private long id;
  private CompletionStatus status = CompletionStatus.SUCCESS;
  private Opcode opcode = Opcode.SEND;
  private int byteLength;
  private int immediate;
  private boolean carriesImmediate;
  private boolean invalidated;
  private int queuePairNumber;

  /** Starts as an empty one. */
  public WorkCompletion() {}

  /** For providers: sets what every completion has. */
  public WorkCompletion set(
      long newId, CompletionStatus newStatus, Opcode newOpcode, int newQueuePairNumber) {
    id = newId;
    status = newStatus;
    opcode = newOpcode;
    queuePairNumber = newQueuePairNumber;
    byteLength = 0;
    immediate = 0;
    carriesImmediate = false;
    invalidated = false;
    return this;
  }

  /** For providers: sets what a successful completion has besides. */
  public WorkCompletion payload(int newByteLength, int newImmediate) {
    byteLength = newByteLength;
    immediate = newImmediate;
    return this;
  }

  /** For providers: says besides that the peer's 32 bits came with a SEND. */
  public WorkCompletion withImmediate() {
    carriesImmediate = true;
    return this;
  }

  /** For providers: says besides that the peer has closed the window of a key. */
  public WorkCompletion withInvalidated(int key) {
    invalidated = true;
    immediate = key;
    return this;
  }

  /** The id of the work request or receive. */
  public long id() {
    return id;
  }

  public CompletionStatus status() {
    return status;
  }

  public Opcode opcode() {
    return opcode;
  }

  /** Bytes received (RECEIVE*), or moved (others). */
  public int byteLength() {
    return byteLength;
  }

  /** Whether the peer has sent 32 bits along. */
  public boolean hasImmediate() {
    return carriesImmediate || opcode == Opcode.RECEIVE_WITH_IMMEDIATE;
  }

  /** Those 32 bits; 0 if there are none. */
  public int immediate() {
    return hasImmediate() ? immediate : 0;
  }

  /** Whether the peer has closed a memory window of this side's with its SEND. */
  public boolean hasInvalidated() {
    return invalidated;
  }

  /** The key that is good no more, if the peer has closed a window; else 0. */
  public int invalidatedKey() {
    return invalidated ? immediate : 0;
  }

  /** The local queue pair. */
  public int queuePairNumber() {
    return queuePairNumber;
  }
}
