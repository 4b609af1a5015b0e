// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's half of the bootstrap, as a state machine; see {@link ClientBootstrap}. A stream
 * that begins with RESUME instead of HELLO becomes the lifeline of a session that exists. Confined
 * to one thread.
 */
final class ServerBootstrap implements MessagePump.Sink {
  /** What the machine wants done. The outcome may be reported during the call or any time later. */
  interface Actions {
    void send(byte[] bytes);

    /** Make a session and invitations for this client; then {@link #invited} or {@link #refuse}. */
    void invite(Hello hello);

    /** Look for the session; then {@link #resumed} or {@link #refuse}. */
    void resume(Resume resume);

    /** Complete the rendezvous; then {@link #completed} or {@link #notCompleted}. */
    void complete(Answer answer);

    /** Make the braid and its strands; then {@link #strandsOffered}. */
    void offerStrands(Answer answer);

    /** Connect them; then {@link #strandsConnected}. */
    void connectStrands(List<StrandOffer> peer);

    /** Done; the reader may hold first bytes of the lifeline. */
    void established(FrameReader reader);

    /** The stream belongs to a session that exists; the reader may hold first bytes. */
    void resumed(Resume resume, FrameReader reader);

    /** It ends here; once; the last bytes were sent. */
    void failed(BootstrapFailure failure);
  }

  private enum State {
    AWAIT_HELLO,
    INVITING,
    RESUMING,
    AWAIT_ANSWER,
    COMPLETING,
    OFFERING,
    AWAIT_PAIR,
    CONNECTING,
    AWAIT_READY,
    DONE,
    FAILED
  }

  private final String peer;
  private final Actions actions;
  private final long deadlineNanos;
  private final long timeoutNanos;
  private final FrameReader reader = new FrameReader();
  private final List<String> unanswered = new ArrayList<>();
  private State state = State.AWAIT_HELLO;
  private SessionKey key = SessionKey.NONE;
  private boolean greetedBack;
  private @Nullable Resume pending;
  private @Nullable Answer answer;

  /**
   * @param peer how to name the client in messages
   * @param nowNanos the bootstrap ends {@code timeoutNanos} later
   */
  ServerBootstrap(String peer, Actions actions, long nowNanos, long timeoutNanos) {
    this.peer = peer;
    this.actions = actions;
    this.timeoutNanos = timeoutNanos;
    deadlineNanos = nowNanos + timeoutNanos;
  }

  void onBytes(ByteBuffer bytes) {
    try {
      MessagePump.feed(reader, bytes, this);
    } catch (ProtocolException broken) {
      onBroken(broken);
    }
  }

  @Override
  public boolean wantsMore() {
    return state != State.DONE && state != State.FAILED;
  }

  @Override
  public void onMessage(SessionMessage message) throws ProtocolException {
    if (message instanceof Refuse refuse) {
      onRefuse(refuse);
      return;
    }
    if (state != State.AWAIT_HELLO && !message.key().equals(key)) {
      throw new ProtocolException("a frame of session " + message.key());
    }
    switch (message) {
      case Hello hello
      when state == State.AWAIT_HELLO -> {
        state = State.INVITING;
        actions.invite(hello);
      }
      case Resume resume when state == State.AWAIT_HELLO -> onResume(resume);
      case Answer answer when state == State.AWAIT_ANSWER -> onAnswer(answer);
      case Pair pair
      when state == State.AWAIT_PAIR -> {
        state = State.CONNECTING;
        actions.connectStrands(pair.strands());
      }
      case Ready ready
      when state == State.AWAIT_READY -> {
        state = State.DONE;
        actions.established(reader);
      }
      default ->
        throw new ProtocolException(message.getClass().getSimpleName() + " came in state " + state);
    }
  }

  /** There is a session to offer; false if the machine has failed meanwhile. */
  boolean invited(Welcome welcome) {
    if (state != State.INVITING) {
      return false;
    }
    key = welcome.key();
    welcome.offers().forEach(offer -> unanswered.add(offer.provider()));
    state = State.AWAIT_ANSWER;
    send(welcome);
    return true;
  }

  private void onResume(Resume resume) {
    state = State.RESUMING;
    key = resume.key();
    pending = resume;
    actions.resume(resume);
  }

  /** The session exists and takes the stream; false if the machine has failed meanwhile. */
  boolean resumed() {
    Resume resume = pending;
    if (state != State.RESUMING || resume == null) {
      return false;
    }
    state = State.DONE;
    send(new Resumed(key));
    actions.resumed(resume, reader);
    return true;
  }

  private void onAnswer(Answer message) throws ProtocolException {
    // Each offer can be answered once, so that the client cannot make the server work for ever.
    if (!unanswered.remove(message.provider())) {
      throw new ProtocolException("an answer to " + message.provider() + ", not offered or twice");
    }
    answer = message;
    state = State.COMPLETING;
    actions.complete(message);
  }

  /** The rendezvous is complete; false if the machine has failed meanwhile. */
  boolean completed() {
    Answer done = answer;
    if (state != State.COMPLETING || done == null) {
      return false;
    }
    state = State.OFFERING;
    actions.offerStrands(done);
    return true;
  }

  /** The rendezvous failed; the client may answer another offer. */
  void notCompleted(String reason) {
    Answer done = answer;
    if (state == State.COMPLETING && done != null) {
      state = State.AWAIT_ANSWER;
      send(new Decline(key, new Skipped(done.provider(), reason)));
    }
  }

  /** The braid has its queue pairs; false if the machine has failed meanwhile. */
  boolean strandsOffered(List<StrandOffer> own) {
    if (state != State.OFFERING) {
      return false;
    }
    state = State.AWAIT_PAIR;
    send(new Pair(key, own));
    return true;
  }

  /** The braid is connected; false if the machine has failed meanwhile. */
  boolean strandsConnected() {
    if (state != State.CONNECTING) {
      return false;
    }
    state = State.AWAIT_READY;
    send(new Ready(key));
    return true;
  }

  /** Ends the bootstrap from this side. */
  void refuse(RefuseCode code, String reason, List<Skipped> skipped) {
    if (wantsMore()) {
      send(new Refuse(key, code, reason, skipped));
      BootstrapFailure.Kind kind = code == RefuseCode.NO_PROVIDER
          ? BootstrapFailure.Kind.NO_PROVIDER
          : BootstrapFailure.Kind.REFUSED;
      end(kind, "refused " + peer + ": " + reason);
    }
  }

  /** The stream has ended. */
  void onEnd(String reason) {
    if (wantsMore()) {
      String detail = reason.isEmpty() ? "" : " (" + reason + ")";
      end(BootstrapFailure.Kind.LOST, peer + " left in state " + state + detail);
    }
  }

  /** Time has passed. */
  void onTime(long nowNanos) {
    if (wantsMore() && nowNanos - deadlineNanos >= 0) {
      String late = "not done within " + timeoutNanos / 1_000_000 + " ms, in state " + state;
      send(new Refuse(key, RefuseCode.INTERNAL, late, List.of()));
      end(BootstrapFailure.Kind.TIMED_OUT, "bootstrap of " + peer + " " + late);
    }
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  private void onRefuse(Refuse refuse) {
    BootstrapFailure.Kind kind = refuse.code() == RefuseCode.NO_PROVIDER
        ? BootstrapFailure.Kind.NO_PROVIDER
        : BootstrapFailure.Kind.REFUSED;
    String skipped =
        refuse.skipped().isEmpty() ? "" : "; it skipped " + Skipped.describe(refuse.skipped());
    end(kind, peer + " gave up: " + refuse.reason() + skipped);
  }

  private void onBroken(ProtocolException broken) {
    if (reader.greeted() || broken.code() == RefuseCode.VERSION) {
      send(new Refuse(key, broken.code(), broken.reason(), List.of()));
    }
    BootstrapFailure.Kind kind = reader.greeted()
        ? BootstrapFailure.Kind.PROTOCOL
        : broken.code() == RefuseCode.VERSION
            ? BootstrapFailure.Kind.VERSION
            : BootstrapFailure.Kind.FOREIGN;
    end(kind, peer + " is turned away: " + broken.reason());
  }

  /** Nothing is said to a peer before it has been seen to speak this protocol. */
  private void send(SessionMessage message) {
    if (!greetedBack) {
      greetedBack = true;
      actions.send(FrameReader.preamble());
    }
    actions.send(message.encode());
  }

  private void end(BootstrapFailure.Kind kind, String message) {
    state = State.FAILED;
    actions.failed(new BootstrapFailure(kind, message));
  }
}
