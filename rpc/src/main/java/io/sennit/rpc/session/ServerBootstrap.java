// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's half of the bootstrap, as a state machine. A stream that begins with RESUME instead
 * of HELLO becomes the lifeline of a session that exists. Nothing is said to a client before it has
 * been seen to speak this protocol.
 */
final class ServerBootstrap extends Bootstrap {
  /** What the server's machine wants done, besides. */
  interface Actions extends Bootstrap.Actions {
    /** Make a session and invitations for this client; then {@link #invited} or {@link #refuse}. */
    void invite(Hello hello);

    /** Look for the session; then {@link #resumed} or {@link #refuse}. */
    void resume(Resume resume);

    /**
     * Complete the rendezvous; then {@link #completed} or {@link #notCompleted}.
     *
     * @param othersLeft offers that the client may answer if it comes to nothing
     */
    void complete(Answer answer, int othersLeft);

    /** Make the braid and its strands; then {@link #strandsOffered}. */
    void offerStrands(Answer answer);

    /** Done; the reader may hold first bytes of the lifeline. */
    void established(FrameReader reader);

    /** The stream belongs to a session that exists; the reader may hold first bytes. */
    void resumed(Resume resume, FrameReader reader);
  }

  private final Actions actions;
  private final List<String> unanswered = new ArrayList<>();
  private @Nullable Resume pending;
  private @Nullable Answer answer;

  /**
   * @param peer how to name the client in messages
   * @param limit of all of it
   */
  ServerBootstrap(String peer, Actions actions, TimeLimit limit) {
    super(peer, actions, State.AWAIT_HELLO, limit);
    this.actions = actions;
  }

  @Override
  boolean handle(SessionMessage message) throws ProtocolException {
    switch (message) {
      case Hello hello
      when state == State.AWAIT_HELLO -> {
        state = State.INVITING;
        actions.invite(hello);
      }
      case Resume resume
      when state == State.AWAIT_HELLO -> {
        state = State.RESUMING;
        key = resume.key();
        pending = resume;
        actions.resume(resume);
      }
      case Answer said when state == State.AWAIT_ANSWER -> onAnswer(said);
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
      default -> {
        return false;
      }
    }
    return true;
  }

  /** There is a session to offer; false if the machine has failed meanwhile. */
  boolean invited(Welcome welcome) {
    if (state == State.INVITING) {
      key = welcome.key();
      welcome.offers().forEach(offer -> unanswered.add(offer.provider()));
    }
    return step(State.INVITING, State.AWAIT_ANSWER, welcome);
  }

  /** The session exists and takes the stream; false if the machine has failed meanwhile. */
  boolean resumed() {
    Resume resume = pending;
    boolean known = resume != null && step(State.RESUMING, State.DONE, new Resumed(key));
    if (known && resume != null) {
      actions.resumed(resume, reader);
    }
    return known;
  }

  private void onAnswer(Answer message) throws ProtocolException {
    // Each offer can be answered once, so that the client cannot make the server work for ever.
    if (!unanswered.remove(message.provider())) {
      throw new ProtocolException("an answer to " + message.provider() + ", not offered or twice");
    }
    answer = message;
    state = State.COMPLETING;
    actions.complete(message, unanswered.size());
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
    if (done != null) {
      Decline declined = new Decline(key, new Skipped(done.provider(), reason));
      step(State.COMPLETING, State.AWAIT_ANSWER, declined);
    }
  }

  @Override
  boolean strandsOffered(List<StrandOffer> own) {
    return step(State.OFFERING, State.AWAIT_PAIR, new Pair(key, own));
  }

  @Override
  boolean strandsConnected() {
    return step(State.CONNECTING, State.AWAIT_READY, new Ready(key));
  }

  /** The client was heard over the strands, or takes the session up over another stream. */
  void heard() {
    if (awaitsReady()) {
      state = State.DONE;
      actions.established(reader);
    }
  }

  /** Whether only the client's last word is missing. */
  boolean awaitsReady() {
    return state == State.AWAIT_READY;
  }

  /** Ends the bootstrap from this side. */
  void refuse(RefuseCode code, String reason, List<Skipped> skipped) {
    if (isOpen()) {
      send(new Refuse(key, code, reason, skipped));
      String why = skipped.isEmpty() ? "" : "; skipped here: " + Skipped.describe(skipped);
      end(kindOf(code), "refused " + peer + ": " + reason + why);
    }
  }

  @Override
  void onRefuse(Refuse refuse) {
    String skipped =
        refuse.skipped().isEmpty() ? "" : "; it skipped " + Skipped.describe(refuse.skipped());
    end(kindOf(refuse.code()), peer + " gave up: " + refuse.reason() + skipped);
  }

  private static BootstrapFailure.Kind kindOf(RefuseCode code) {
    return switch (code) {
      case NO_PROVIDER -> BootstrapFailure.Kind.NO_PROVIDER;
      case ABANDONED -> BootstrapFailure.Kind.CANCELLED;
      default -> BootstrapFailure.Kind.REFUSED;
    };
  }

  @Override
  BootstrapFailure left(boolean saidAnything, String because) {
    return new BootstrapFailure(
        BootstrapFailure.Kind.LOST, peer + " left while it was waited for " + awaited() + because);
  }

  @Override
  String lateMessage(TimeLimit allowed) {
    return "no session with " + peer + " within " + allowed + " (connectTimeout): waited for "
        + awaited();
  }

  @Override
  String awaited() {
    return switch (state) {
      case AWAIT_HELLO -> "the client's first words";
      case INVITING, RESUMING -> "this process to open its providers";
      case AWAIT_ANSWER -> "the client to accept a provider (of " + unanswered + ")";
      case COMPLETING -> "this process to complete the rendezvous";
      case AWAIT_PAIR -> "the client to make its strands";
      case OFFERING, CONNECTING -> "this process to make its strands";
      case AWAIT_READY -> "the client to connect its strands";
      default -> "nothing";
    };
  }

  @Override
  String brokenMessage(BootstrapFailure.Kind kind, String reason) {
    return peer + " is turned away: " + reason;
  }
}
