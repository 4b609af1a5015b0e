// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.Ieth;
import io.sennit.roce.wire.ImmDt;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Reth;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The SEND or WRITE that is coming in, packet by packet: where its bytes go, how many are still to
 * come. Every method answers with the syndrome that the packet deserves and has changed nothing
 * unless that is {@link Aeth#ACK}.
 */
final class InboundMessage {
  private final Receiving queuePair;
  private final Connection connection;
  private final RoceSharedReceiveQueue receives;
  private final Windows windows;
  private final int mtu;
  private final int notReady;
  private PacketOpcode.@Nullable Kind kind;
  private @Nullable ReceiveEntry receive;

  /** The completion for that receive, made before the receive is taken. */
  private @Nullable CompletionEntry completion;

  private @Nullable Reach target;
  private long targetOffset;
  private long remoteAddress;
  private int remoteKey;
  private long done;
  private long length;

  InboundMessage(Receiving queuePair, Connection connection) {
    this.queuePair = queuePair;
    this.connection = connection;
    mtu = connection.mtuBytes();
    receives = queuePair.receives();
    windows = queuePair.domain().windows();
    notReady = Aeth.receiverNotReady(connection.config().rnrTimerCode());
  }

  /** Whether a message has begun and not ended. */
  boolean isOpen() {
    return kind != null;
  }

  private boolean isOutOfPlace(Inbound in) {
    PacketOpcode.Place place = in.opcode.place();
    boolean inOrder = place.begins() ? kind == null : kind == in.opcode.kind();
    return !inOrder || !place.allows(in.payloadBytes, mtu);
  }

  int send(Inbound in) {
    if (isOutOfPlace(in)) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    if (in.opcode.hasInvalidate() && !windows.opens(invalidatedKey(in), queuePair)) {
      return Aeth.NAK_REMOTE_ACCESS;
    }
    if (in.opcode.place().begins() && !beginSend()) {
      return notReady;
    }
    ReceiveEntry entry = receive;
    if (entry == null || in.payloadBytes > entry.local.length() - done) {
      completeReceive(in, CompletionStatus.LOCAL_LENGTH_ERROR, Opcode.RECEIVE);
      return Aeth.NAK_INVALID_REQUEST;
    }
    entry.local.scatter(in.packet, in.payloadAt, (int) done, in.payloadBytes);
    done += in.payloadBytes;
    if (in.opcode.place().ends()) {
      completeReceive(in, CompletionStatus.SUCCESS, Opcode.RECEIVE);
    }
    return Aeth.ACK;
  }

  private boolean beginSend() {
    if (!takeReceive()) {
      return false;
    }
    kind = PacketOpcode.Kind.SEND;
    done = 0;
    return true;
  }

  /** Whether there is one; that of a message which was broken off is still here. */
  private boolean takeReceive() {
    if (completion == null) {
      completion = queuePair.takeReceiveCompletion();
    }
    if (receive == null) {
      receive = receives.take();
    }
    return receive != null;
  }

  /** Forgets the message; the receive that it has begun to fill is the next one's. */
  void abandon() {
    kind = null;
    target = null;
  }

  int write(Inbound in) {
    int repeated = connection.repeatedBytes(in.opcode);
    in.skip(repeated);
    if (isOutOfPlace(in) || (repeated > 0 && !goesOn(in))) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    int verdict = in.opcode.place().begins() ? checkFirstOfWrite(in) : checkRestOfWrite(in);
    if (verdict != Aeth.ACK) {
      return verdict;
    }
    if (in.opcode.hasImmediate() && !takeReceive()) {
      return notReady;
    }
    if (in.opcode.place().begins()) {
      beginWrite(in);
    }
    place(in, target == null ? null : target.region(), targetOffset);
    if (in.opcode.hasImmediate()) {
      completeReceive(in, CompletionStatus.SUCCESS, Opcode.RECEIVE_WITH_IMMEDIATE);
    }
    if (in.opcode.place().ends()) {
      kind = null;
      target = null;
    }
    return Aeth.ACK;
  }

  /** Whether the repeated header says what is still to be written, from this packet on. */
  private boolean goesOn(Inbound in) {
    long bth = in.payloadAt - Reth.END;
    return Reth.virtualAddress(in.packet, bth) == remoteAddress + done
        && Reth.remoteKey(in.packet, bth) == remoteKey
        && Reth.length(in.packet, bth) == length - done;
  }

  private int checkFirstOfWrite(Inbound in) {
    long all = Reth.length(in.packet, in.bth);
    boolean only = in.opcode.place() == PacketOpcode.Place.ONLY;
    if (all > RoceDomain.MOST_MESSAGE_BYTES || (only ? all != in.payloadBytes : all <= mtu)) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    // The key of an empty request is not looked at (C9-88).
    if (all > 0) {
      long address = Reth.virtualAddress(in.packet, in.bth);
      Reach reach = queuePair.domain().reach(Reth.remoteKey(in.packet, in.bth));
      if (reach == null || !reach.permitsPeer(queuePair, address, all, Access.REMOTE_WRITE)) {
        return Aeth.NAK_REMOTE_ACCESS;
      }
    }
    return Aeth.ACK;
  }

  private int checkRestOfWrite(Inbound in) {
    long remaining = length - done;
    boolean last = in.opcode.place() == PacketOpcode.Place.LAST;
    if (last ? in.payloadBytes != remaining : remaining <= mtu) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    return target != null && target.isExposed() ? Aeth.ACK : Aeth.NAK_REMOTE_ACCESS;
  }

  private void beginWrite(Inbound in) {
    kind = PacketOpcode.Kind.WRITE;
    done = 0;
    length = Reth.length(in.packet, in.bth);
    remoteAddress = Reth.virtualAddress(in.packet, in.bth);
    remoteKey = Reth.remoteKey(in.packet, in.bth);
    target = null;
    if (length > 0) {
      target = queuePair.domain().reach(remoteKey);
      targetOffset = target == null ? 0 : target.region().offset(remoteAddress);
    }
  }

  private void place(Inbound in, @Nullable RoceMemoryRegion region, long offset) {
    if (region != null && in.payloadBytes > 0) {
      MemorySegment.copy(in.packet, in.payloadAt, region.segment(), offset + done, in.payloadBytes);
    }
    done += in.payloadBytes;
  }

  private void completeReceive(Inbound in, CompletionStatus status, Opcode opcode) {
    if (kind == PacketOpcode.Kind.SEND) {
      kind = null;
    }
    ReceiveEntry entry = receive;
    if (entry != null) {
      CompletionEntry told = completion(entry, status, opcode);
      if (in.opcode.hasImmediate()) {
        told.carriesImmediate = true;
        told.immediate = ImmDt.value(in.packet, in.bth, in.opcode);
      }
      if (in.opcode.hasInvalidate() && status == CompletionStatus.SUCCESS) {
        told.carriesInvalidated = true;
        told.immediate = invalidatedKey(in);
        windows.invalidate(told.immediate, queuePair);
      }
      queuePair.completeReceive(told);
    }
  }

  private static int invalidatedKey(Inbound in) {
    return Ieth.remoteKey(in.packet, in.bth, in.opcode);
  }

  private CompletionEntry completion(ReceiveEntry entry, CompletionStatus status, Opcode opcode) {
    CompletionEntry taken = completion == null ? queuePair.takeReceiveCompletion() : completion;
    receive = null;
    completion = null;
    taken.id = entry.id;
    taken.status = status;
    taken.opcode = opcode;
    // Longer than any receive is only a WRITE of all of 2^31 bytes.
    taken.byteLength = (int) Math.min(done, Integer.MAX_VALUE);
    taken.immediate = 0;
    receives.giveBack(entry);
    return taken;
  }

  /** The queue pair ends in the middle of a message. */
  void flush() {
    ReceiveEntry entry = receive;
    if (entry != null) {
      queuePair.completeReceive(
          completion(entry, CompletionStatus.WORK_REQUEST_FLUSHED, Opcode.RECEIVE));
    }
    kind = null;
    target = null;
  }
}
