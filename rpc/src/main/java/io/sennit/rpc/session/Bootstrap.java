// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What both halves of the bootstrap have in common: a state, a bound of time, and the ways to end.
 * Bytes, time and outcomes of actions in; bytes and actions out. Confined to one thread.
 */
abstract sealed class Bootstrap implements MessagePump.Sink
    permits ClientBootstrap, ServerBootstrap {
  /** What a machine wants done. The outcome may be reported during the call or any time later. */
  interface Actions {
    void send(byte[] bytes);

    /** Connect the strands to the peer's; then {@link #strandsConnected}. */
    void connectStrands(List<StrandOffer> peer);

    /** It ends here; once; the last bytes were sent. */
    void failed(BootstrapFailure failure);
  }

  /** Where either half may be. */
  enum State {
    IDLE,
    AWAIT_HELLO,
    INVITING,
    RESUMING,
    AWAIT_WELCOME,
    ACCEPTING,
    AWAIT_ANSWER,
    COMPLETING,
    AWAIT_PAIR,
    OFFERING,
    AWAIT_READY,
    CONNECTING,
    DONE,
    FAILED
  }

  final String peer;
  final FrameReader reader = new FrameReader();
  State state;
  SessionKey key = SessionKey.NONE;
  private final Actions actions;
  private final TimeLimit limit;
  private boolean greeted;
  private boolean anyBytes;

  /**
   * @param peer how to name the other side in messages
   * @param limit of all of the bootstrap
   */
  Bootstrap(String peer, Actions actions, State first, TimeLimit limit) {
    this.peer = peer;
    this.actions = actions;
    state = first;
    this.limit = limit;
  }

  final void onBytes(ByteBuffer bytes) {
    anyBytes |= bytes.hasRemaining();
    try {
      MessagePump.feed(reader, bytes, this);
    } catch (ProtocolException broken) {
      onBroken(broken);
    }
  }

  /** Whether it is still going on. */
  final boolean isOpen() {
    return state != State.DONE && state != State.FAILED;
  }

  /** Whether it is the peer's turn. */
  final boolean awaitsPeer() {
    return switch (state) {
      case AWAIT_HELLO, AWAIT_WELCOME, AWAIT_ANSWER, AWAIT_PAIR, AWAIT_READY -> true;
      default -> false;
    };
  }

  @Override
  public boolean wantsMore() {
    return isOpen();
  }

  @Override
  public final void onMessage(SessionMessage message) throws ProtocolException {
    if (message instanceof Refuse refuse) {
      onRefuse(refuse);
      return;
    }
    boolean first = state == State.AWAIT_HELLO || state == State.AWAIT_WELCOME;
    if (!first && !message.key().equals(key)) {
      throw new ProtocolException("a frame of session " + message.key());
    }
    if (!handle(message)) {
      throw new ProtocolException(
          message.getClass().getSimpleName() + " came while it was waited for " + awaited());
    }
  }

  /** False if the message is out of turn. */
  abstract boolean handle(SessionMessage message) throws ProtocolException;

  abstract void onRefuse(Refuse refuse);

  /** The braid has its queue pairs; false if the machine has failed meanwhile. */
  abstract boolean strandsOffered(List<StrandOffer> own);

  /** The braid is connected; false if the machine has failed meanwhile. */
  abstract boolean strandsConnected();

  /**
   * Says the message that ends one state and begins another; false if that state is over, or the
   * stream broke at this message, which has ended the machine.
   */
  final boolean step(State from, State to, SessionMessage said) {
    if (state != from) {
      return false;
    }
    state = to;
    send(said);
    return state == to;
  }

  /** This side cannot go on, and says so. */
  final void fail(RefuseCode code, BootstrapFailure.Kind kind, String message) {
    if (isOpen()) {
      send(new Refuse(key, code, message, List.of()));
      end(kind, message);
    }
  }

  /** The stream has ended. */
  final void onEnd(String reason) {
    if (isOpen()) {
      end(left(anyBytes, reason.isEmpty() ? "" : " (" + reason + ")"));
    }
  }

  abstract BootstrapFailure left(boolean saidAnything, String because);

  /** Time has passed. */
  final void onTime(long nowNanos) {
    if (isOpen() && limit.isOver(nowNanos)) {
      String message = lateMessage(limit);
      send(new Refuse(
          key,
          RefuseCode.INTERNAL,
          "after " + limit + " it still waited for " + awaited(),
          List.of()));
      end(BootstrapFailure.Kind.TIMED_OUT, message);
    }
  }

  abstract String lateMessage(TimeLimit allowed);

  /** What is waited for, for whoever reads that it did not come. */
  abstract String awaited();

  final boolean heardAnything() {
    return anyBytes;
  }

  final TimeLimit limit() {
    return limit;
  }

  private void onBroken(ProtocolException broken) {
    BootstrapFailure.Kind kind =
        reader.greeted() ? BootstrapFailure.Kind.PROTOCOL : BootstrapFailure.Kind.FOREIGN;
    kind = broken.code() == RefuseCode.VERSION ? BootstrapFailure.Kind.VERSION : kind;
    if (kind != BootstrapFailure.Kind.FOREIGN) {
      send(new Refuse(key, broken.code(), broken.reason(), List.of()));
    }
    end(kind, brokenMessage(kind, broken.reason()));
  }

  abstract String brokenMessage(BootstrapFailure.Kind kind, String reason);

  /** The preamble goes before the first message. */
  final void send(SessionMessage message) {
    if (!greeted) {
      greeted = true;
      actions.send(FrameReader.preamble());
    }
    actions.send(message.encode());
  }

  final void end(BootstrapFailure.Kind kind, String message) {
    end(new BootstrapFailure(kind, message));
  }

  /** Once: the stream may have broken at the last message, and that have ended the machine. */
  private void end(BootstrapFailure failure) {
    if (isOpen()) {
      state = State.FAILED;
      actions.failed(failure);
    }
  }
}
