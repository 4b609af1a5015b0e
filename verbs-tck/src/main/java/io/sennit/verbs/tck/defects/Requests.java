// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies of work requests with something changed. */
final class Requests {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private Requests() {}

  /** A copy that names the decorated regions. */
  static WorkRequest copy(WorkRequest request) {
    return copy(request, request.opcode(), request.id());
  }

  static WorkRequest copy(WorkRequest request, Opcode opcode, long id) {
    WorkRequest copy = new WorkRequest().copy(request).as(opcode, id);
    return copy.local(unwrap(request.ranges()));
  }

  /** The same ranges of the decorated regions. */
  static ScatterGatherList unwrap(ScatterGatherList ranges) {
    ScatterGatherList unwrapped = new ScatterGatherList();
    for (int at = 0; at < ranges.size(); at++) {
      MemoryRegion region = DefectiveRegion.unwrap(ranges.region(at));
      unwrapped.add(region, ranges.offset(at), ranges.length(at));
    }
    return unwrapped;
  }

  /** Moves nothing, and completes like the request. */
  static WorkRequest empty(WorkRequest request) {
    return new WorkRequest().reset(Opcode.WRITE, request.id());
  }

  static void length(WorkRequest request, int length) {
    MemoryRegion local = request.localRegion();
    if (local != null) {
      request.local(local, request.localOffset(), length);
    }
  }

  static int roundUp(int length, int unit) {
    return (length + unit - 1) / unit * unit;
  }

  /** Does a WRITE without asking the queue pair or the region. */
  static void land(WorkRequest request, DefectiveRegion target) {
    MemoryRegion local = request.localRegion();
    long offset = request.remoteAddress() - target.inner().address();
    if (local != null && target.isAlive() && request.opcode() == Opcode.WRITE) {
      MemorySegment from = local.segment();
      int length = request.length();
      MemorySegment.copy(from, request.localOffset(), target.segment(), offset, length);
    }
  }

  /** The word that an atomic is about. */
  static long word(WorkRequest request, DefectiveRegion target) {
    return target.segment().get(WORD, request.remoteAddress() - target.inner().address());
  }

  static void addToWord(MemorySegment segment, long offset, long addend) {
    segment.set(WORD, offset, segment.get(WORD, offset) + addend);
  }
}
