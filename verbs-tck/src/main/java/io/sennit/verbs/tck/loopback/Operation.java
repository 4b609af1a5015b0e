// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** One posted work request on its way through the fabric. Guarded by the fabric. */
final class Operation {
  /** What the fabric does to a request besides carrying it. */
  enum Fate {
    ARRIVES,
    /** Never arrives; the initiator sees RETRY_EXCEEDED. */
    DROPPED,
    /** Is executed, but the initiator sees RETRY_EXCEEDED. */
    COMPLETION_LOST,
    /** As COMPLETION_LOST, and a second copy is executed later. */
    DUPLICATED,
    /** Not executed, and acknowledged. */
    DISPLACED,
    /** Not executed, and refused in the peer's name, which knows nothing of it. */
    REFUSED
  }

  /** A copy. */
  final WorkRequest request;

  final Opcode opcode;
  final long id;
  final ScatterGatherList ranges;
  final int length;
  final long remoteAddress;
  final int remoteKey;
  final int immediate;
  final long compare;
  final long swapOrAdd;
  final boolean unsignalled;

  /** Once it is over: the requests that its completion stands for. */
  int covers;

  Fate fate = Fate.ARRIVES;

  /** Virtual time of its arrival. */
  long dueNanos;

  /** Whether it was still under way when its post returned. */
  boolean late;

  /** Whether the initiator's request is over: from now on nothing may touch its local memory. */
  boolean completed;

  boolean executed;
  CompletionStatus outcome = CompletionStatus.SUCCESS;
  private @Nullable MemorySegment payload;

  Operation(WorkRequest request) {
    this.request = new WorkRequest().copy(request);
    opcode = request.opcode();
    id = request.id();
    ranges = this.request.ranges();
    length = request.length();
    remoteAddress = request.remoteAddress();
    remoteKey = request.remoteKey();
    immediate = request.immediate();
    compare = request.compare();
    swapOrAdd = request.swapOrAdd();
    unsignalled = !request.isSignalled();
  }

  boolean oneSided() {
    return opcode != Opcode.SEND
        && opcode != Opcode.SEND_WITH_IMMEDIATE
        && opcode != Opcode.SEND_WITH_INVALIDATE
        && opcode != Opcode.WRITE_WITH_IMMEDIATE;
  }

  /** Puts the bytes into "packets": the local memory may change from now on. */
  void capture() {
    boolean carries = !opcode.fetches() && !opcode.isLocal();
    if (payload == null && carries && LocalRanges.areAlive(ranges)) {
      payload = LocalRanges.gather(ranges);
    }
  }

  /**
   * What a SEND or WRITE carries.
   *
   * @param readAgain whether it is a retransmission that reads its source memory anew
   */
  MemorySegment payload(boolean readAgain) {
    MemorySegment captured = payload;
    if (captured != null && !(readAgain && LocalRanges.areAlive(ranges))) {
      return captured;
    }
    return LocalRanges.areAlive(ranges) ? LocalRanges.view(ranges) : MemorySegment.NULL;
  }

  /** What a READ or an atomic fetched comes home; to nobody if its initiator waits no more. */
  void land(MemorySegment from, long offset) {
    if (!completed) {
      LocalRanges.scatter(from, offset, length, ranges);
    }
  }
}
