// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferLine;
import io.sennit.multipath.TransferListener;
import io.sennit.rpc.Body;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way out. A short one is copied into slots. A long one is written into the
 * peer's memory if the peer granted some, and announced when it is there; else it is lent, and the
 * peer fetches it when it likes.
 */
final class MessageItem extends OutItem implements TransferListener {
  /** The item, a handle, and what a transfer or a lease of it takes. */
  private static final int OBJECT_BYTES = 256;

  private final long length;
  private Body body;
  private State state = State.NEW;
  private long sent = -1;
  private Held held = Held.NO;
  private boolean firstMessage;
  private @Nullable Leased loan;
  private boolean freed;
  private long write;
  private @Nullable RemoteSpan target;

  /** Whether the message waits for the peer to want it, since memory is short here. */
  private enum Held {
    NO,
    UNTOLD,
    TOLD
  }

  private enum State {
    NEW,
    /** May be sent by the peer's window; how is not decided. */
    ALLOWED,
    /** Will be copied into slots. */
    EAGER,
    /** A transfer into the peer's memory runs. */
    WRITING,
    /** The bytes are in the peer's memory, which does not know it yet. */
    WRITTEN,
    /** The peer may read the bytes, and does not know it yet. */
    LENT
  }

  private MessageItem(Outbound stream, Body body) {
    super(stream);
    this.body = body;
    length = body.length();
  }

  /** @param body a handle that passes, whatever is thrown */
  static MessageItem of(Outbound stream, Body body) {
    boolean made = false;
    try {
      MessageItem item = new MessageItem(stream, body);
      made = true;
      return item;
    } finally {
      if (!made) {
        body.close();
      }
    }
  }

  @Override
  long heapBytes() {
    return OBJECT_BYTES + body.heapBytes();
  }

  /** Once, whatever was thrown after memory was leased or lent. */
  private void onFreed() {
    if (!freed) {
      freed = true;
      uncharge(stream.heap());
      stream.onFreed(length);
    }
  }

  @Override
  long queuedBytes() {
    return length;
  }

  @Override
  boolean prepare(boolean first) {
    if (state == State.NEW && !allow()) {
      return false;
    }
    if (state == State.ALLOWED) {
      launch(first);
    }
    return state == State.EAGER || state == State.WRITTEN || state == State.LENT || isHeld();
  }

  @Override
  boolean isHeld() {
    return state == State.ALLOWED && held == Held.UNTOLD;
  }

  private boolean allow() {
    boolean eager = length <= stream.config().eagerBytes();
    if (!stream.takeWindow(eager ? length : 0)) {
      return false;
    }
    firstMessage = stream.begin(eager);
    state = eager ? State.EAGER : State.ALLOWED;
    return true;
  }

  private void launch(boolean first) {
    if (target == null) {
      target = stream.takeGrant(length, firstMessage);
    }
    // What was granted memory is taken soon, as is what the peer wants; the rest may wait for long.
    boolean soon = target != null || (first && stream.isWanted());
    if (!body.isRegisteredIn(stream.bodies()) && !moveIn(soon)) {
      holdIf(first && !soon);
    } else if (target != null) {
      write(target);
    } else if (first && !soon && stream.leasesAreScarce()) {
      holdIf(true);
    } else if (first) {
      lend();
    }
  }

  private void holdIf(boolean mayHold) {
    if (mayHold && held == Held.NO) {
      held = Held.UNTOLD;
    }
  }

  /** Copies the body into memory of the session. */
  private boolean moveIn(boolean urgently) {
    Optional<Body> room = stream.allocateToSend(length, urgently);
    if (room.isEmpty()) {
      return false;
    }
    Body registered = room.get();
    boolean copied = false;
    try {
      body.copyTo(0, registered.segment(), 0, length);
      copied = true;
    } finally {
      if (!copied) {
        registered.close();
      }
    }
    stream.counters().add(Count.COPIED_IN, 1);
    Body moved = body;
    body = registered;
    moved.close();
    return true;
  }

  private void write(RemoteSpan into) {
    if (stream.cord().transferRoom() == 0) {
      stream.waitForRoom();
      return;
    }
    write = stream.cord().write(body.region(), body.regionOffset(), into, length, this);
    state = State.WRITING;
  }

  private void lend() {
    if (stream.cord().leaseRoom() == 0) {
      stream.waitForRoom();
      return;
    }
    loan = Leased.lend(stream.cord(), body, this::onFreed);
    state = State.LENT;
    stream.lent();
  }

  @Override
  long announced() {
    return state == State.WRITTEN ? write : 0;
  }

  @Override
  boolean fits(MessageBuilder message) {
    return switch (state) {
      case EAGER -> message.room() > (sent < 0 ? Wire.MESSAGE_FIXED_BYTES : 0);
      case WRITTEN -> message.room() >= Wire.WRITTEN_BYTES;
      case ALLOWED -> message.room() >= Wire.HELD_BYTES;
      default -> message.room() >= RemoteSpan.ENCODED_BYTES;
    };
  }

  @Override
  boolean encode(MessageBuilder message) {
    boolean whole = switch (state) {
      case EAGER -> encodeEager(message);
      case WRITTEN -> encodeWritten(message);
      case LENT -> encodeLent(message);
      case ALLOWED -> encodeHeld(message);
      default -> throw new IllegalStateException("not prepared: " + state);
    };
    if (whole) {
      count();
    }
    return whole;
  }

  private void count() {
    Counters counters = stream.counters();
    counters.add(Count.MESSAGES_SENT, 1);
    switch (state) {
      case EAGER -> counters.add(Count.SENT_BY_SEND, length);
      case WRITTEN -> counters.add(Count.SENT_BY_WRITE, length);
      default -> counters.add(Count.SENT_BY_READ, length);
    }
  }

  private boolean encodeEager(MessageBuilder message) {
    if (sent < 0) {
      int part = (int) Math.min(message.room() - Wire.MESSAGE_FIXED_BYTES, length);
      message.frame(Wire.MESSAGE, 0, Wire.MESSAGE_FIXED_BYTES + part).putLong(length);
      message.putBody(body, 0, part);
      sent = part;
      stream.announcedEager(length);
    } else {
      int part = (int) Math.min(message.room(), length - sent);
      message.frame(Wire.BLOCK, 0, part).putBody(body, sent, part);
      sent += part;
    }
    if (sent < length) {
      return false;
    }
    body.close();
    onFreed();
    return true;
  }

  private boolean encodeWritten(MessageBuilder message) {
    message
        .frame(Wire.MESSAGE_WRITTEN, 0, Wire.WRITTEN_BYTES)
        .putLong(target == null ? 0 : target.leaseId())
        .putLong(length);
    return true;
  }

  private boolean encodeHeld(MessageBuilder message) {
    message.frame(Wire.HELD, 0, Wire.HELD_BYTES).putLong(length);
    held = Held.TOLD;
    return false;
  }

  private boolean encodeLent(MessageBuilder message) {
    Leased known = loan;
    if (known == null) {
      throw new IllegalStateException("not lent");
    }
    message.frame(Wire.MESSAGE_LENT, 0, RemoteSpan.ENCODED_BYTES).putSpan(known.span());
    stream.announced(known);
    return true;
  }

  @Override
  boolean isBegun() {
    return sent >= 0;
  }

  @Override
  void discard() {
    switch (state) {
      case NEW, ALLOWED -> discardUnsent();
      case EAGER -> discardEager();
      case WRITING -> stream.cord().abort(write, "the call ended");
      case WRITTEN -> decline();
      case LENT -> withdraw();
    }
  }

  private void discardUnsent() {
    body.close();
    onFreed();
    decline();
  }

  private void discardEager() {
    if (sent < 0) {
      stream.refundWindow(length);
    }
    body.close();
    onFreed();
  }

  private void decline() {
    if (target != null) {
      stream.cord().decline(target);
    }
  }

  private void withdraw() {
    if (loan != null) {
      loan.withdraw();
    }
  }

  @Override
  void refuse() {
    body.close();
  }

  // The transfer into the peer's memory.

  @Override
  public TransferLine line() {
    return stream.line();
  }

  @Override
  public void onDelivered(long found) {
    state = State.WRITTEN;
    if (stream.isDisposed()) {
      decline(); // The call ended while the last chunk was on its way.
    } else {
      stream.askForTurn();
    }
  }

  @Override
  public void onReleased() {
    body.close();
    onFreed();
  }

  @Override
  public void onFailed(String cause, boolean noEffect) {
    target = null; // The braid has declined it.
    stream.onTransferFailed(cause);
  }
}
