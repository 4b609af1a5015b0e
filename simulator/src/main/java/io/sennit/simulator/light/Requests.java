// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Requests in order, and the packets into which they are cut: at least one for each. */
final class Requests {
  /** The target of a WRITE: the peer's remote key and an offset. */
  record Target(int remoteKey, long offset) {}

  /**
   * A request.
   *
   * @param start number of its first packet
   * @param target of a WRITE
   * @param content of a SEND; null for a WRITE
   */
  record Request(
      long id,
      Opcode opcode,
      int length,
      long start,
      Target target,
      @Nullable MemorySegment content) {
    /** Number after its last packet. */
    long end() {
      return start + Math.max(1, Math.ceilDiv(length, PipeConfig.PAYLOAD_BYTES));
    }

    /** The offset of a packet's payload within this request. */
    long offset(long packet) {
      return (packet - start) * PipeConfig.PAYLOAD_BYTES;
    }

    int bytes(long packet) {
      return (int) Math.min(PipeConfig.PAYLOAD_BYTES, length - offset(packet));
    }
  }

  private final ArrayDeque<Request> requests = new ArrayDeque<>();
  private long packets;

  Requests() {}

  /** The request that would come next. */
  Request next(WorkRequest request, @Nullable MemorySegment content) {
    Target target = new Target(request.remoteKey(), request.remoteAddress());
    return new Request(request.id(), request.opcode(), request.length(), packets, target, content);
  }

  void add(Request request) {
    requests.add(request);
    packets = request.end();
  }

  int size() {
    return requests.size();
  }

  Request first() {
    return requests.getFirst();
  }

  Request remove() {
    return requests.remove();
  }

  /** Packets of all requests ever. */
  long packets() {
    return packets;
  }

  /** The request of a packet, if it is still here. */
  Request of(long packet) {
    for (Request request : requests) {
      if (packet < request.end()) {
        return request;
      }
    }
    throw new IllegalStateException("packet " + packet + " of " + packets);
  }
}
