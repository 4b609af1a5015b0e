// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One posted request: what its packets carry, and how far its two ends have come with it. The peer
 * may execute it before, after or without its initiator hearing so.
 */
public final class Flight {
  private static final byte[] NOTHING = {};

  final Opcode opcode;
  final long id;
  final @Nullable HostileRegion local;
  final long localOffset;
  final int length;
  final long remoteAddress;
  final int remoteKey;

  /** Position among all requests of its queue pair. */
  final int ordinal;

  private final byte[] first;

  /** How often the peer has executed it. */
  int executions;

  /** What its execution came to. */
  CompletionStatus outcome = CompletionStatus.SUCCESS;

  /** It has its completion: nothing moves into its local memory any more. */
  boolean over;

  /** That completion was a success: nothing of it is sent again. */
  boolean succeeded;

  /** Its answer never arrives. */
  boolean unanswered;

  Flight(WorkRequest request, int ordinal) {
    opcode = request.opcode();
    id = request.id();
    local = (HostileRegion) request.localRegion();
    localOffset = request.localOffset();
    length = request.length();
    remoteAddress = request.remoteAddress();
    remoteKey = request.remoteKey();
    this.ordinal = ordinal;
    first = opcode.fetches() ? NOTHING : payload();
  }

  public Opcode opcode() {
    return opcode;
  }

  /** Bytes that it moves. */
  public int length() {
    return length;
  }

  public int ordinal() {
    return ordinal;
  }

  public boolean isOver() {
    return over;
  }

  public boolean hasSucceeded() {
    return succeeded;
  }

  /** The memory on the initiator's side; absent if it moves no bytes. */
  public @Nullable HostileRegion local() {
    return local;
  }

  /** Loses its answer: to its initiator it is as if nothing had arrived. */
  public void loseAnswer() {
    unanswered = true;
  }

  /** What a SEND or WRITE carried when it was first sent; not to be changed. */
  public byte[] first() {
    return first;
  }

  @SuppressWarnings("EnumOrdinal") // of this process only
  long digest() {
    long known = ((ordinal * 32L + outcome.ordinal()) * 16 + executions) * 2 + (unanswered ? 1 : 0);
    return known + ((long) Arrays.hashCode(first) << Integer.SIZE);
  }

  @Override
  public String toString() {
    return opcode + " " + ordinal + " of " + length + " bytes";
  }

  /** What it would carry if it were sent now. */
  byte[] payload() {
    return local == null || length == 0
        ? NOTHING
        : local.segment().asSlice(localOffset, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Where a READ puts what it fetched. */
  MemorySegment target() {
    return local == null ? MemorySegment.NULL : local.segment().asSlice(localOffset, length);
  }
}
