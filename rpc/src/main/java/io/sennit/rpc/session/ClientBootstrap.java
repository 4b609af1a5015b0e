// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The client's half of the bootstrap, as a state machine: bytes, time and outcomes of actions in;
 * bytes and actions out. HELLO, then for each offer in turn rendezvous and ANSWER until the server
 * says PAIR, then PAIR, READY of the server, READY. Confined to one thread.
 */
final class ClientBootstrap implements MessagePump.Sink {
  /** What the machine wants done. The outcome may be reported during the call or any time later. */
  interface Actions {
    void send(byte[] bytes);

    /** Accept this offer; then {@link #accepted} or {@link #notAccepted}. */
    void accept(ProviderOffer offer);

    /** The server declined what was accepted: give its domain back. */
    void abandon(String provider);

    /** Make the braid and its strands on these paths; then {@link #strandsOffered}. */
    void offerStrands(SessionKey key, List<Path> paths);

    /** Connect them; then {@link #strandsConnected}. */
    void connectStrands(List<StrandOffer> peer);

    /** Done; the reader may hold first bytes of the lifeline. */
    void established(Welcome welcome, FrameReader reader);

    /** It ends here; once; the last bytes were sent. */
    void failed(BootstrapFailure failure);
  }

  private enum State {
    IDLE,
    AWAIT_WELCOME,
    ACCEPTING,
    AWAIT_PAIR,
    OFFERING,
    AWAIT_READY,
    CONNECTING,
    DONE,
    FAILED
  }

  private final String peer;
  private final Hello hello;
  private final Actions actions;
  private final long deadlineNanos;
  private final long timeoutNanos;
  private final FrameReader reader = new FrameReader();
  private final ArrayDeque<ProviderOffer> untried = new ArrayDeque<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private final List<String> offered = new ArrayList<>();
  private State state = State.IDLE;
  private boolean anyBytes;
  private Welcome welcome;
  private ProviderOffer current;
  private List<Port> ports = List.of();
  private List<Integer> labels = List.of();
  private List<StrandOffer> peerStrands = List.of();

  /**
   * @param peer how to name the server in messages, such as {@code host:7470}
   * @param deadlineNanos when the bootstrap must be done
   * @param timeoutNanos the time allowed for all of it, the connect included, for messages
   */
  ClientBootstrap(
      String peer, Hello hello, Actions actions, long deadlineNanos, long timeoutNanos) {
    this.peer = peer;
    this.hello = hello;
    this.actions = actions;
    this.timeoutNanos = timeoutNanos;
    this.deadlineNanos = deadlineNanos;
    current = new ProviderOffer("", List.of(), List.of(), Octets.of(new byte[0]));
    welcome =
        new Welcome(SessionKey.NONE, current.offer(), List.of(), List.of(), HostIdentity.UNKNOWN);
  }

  /** The stream is there. */
  void start() {
    state = State.AWAIT_WELCOME;
    actions.send(FrameReader.preamble());
    actions.send(hello.encode());
  }

  void onBytes(ByteBuffer bytes) {
    anyBytes |= bytes.hasRemaining();
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
    if (state != State.AWAIT_WELCOME && !message.key().equals(welcome.key())) {
      throw new ProtocolException("a frame of session " + message.key());
    }
    switch (message) {
      case Welcome first when state == State.AWAIT_WELCOME -> onWelcome(first);
      case Decline decline when state == State.AWAIT_PAIR -> onDecline(decline);
      case Pair pair when state == State.AWAIT_PAIR -> onPair(pair);
      case Ready ready when state == State.AWAIT_READY -> onReady();
      default ->
        throw new ProtocolException(message.getClass().getSimpleName() + " came in state " + state);
    }
  }

  private void onWelcome(Welcome message) throws ProtocolException {
    welcome = message;
    for (ProviderOffer offer : message.offers()) {
      if (!hello.providers().contains(offer.provider()) || offered.contains(offer.provider())) {
        throw new ProtocolException("an offer of " + offer.provider() + ", not asked for or twice");
      }
      offered.add(offer.provider());
      untried.add(offer);
    }
    tryNext();
  }

  private void tryNext() {
    ProviderOffer next = untried.poll();
    if (next == null) {
      noProvider();
      return;
    }
    current = next;
    state = State.ACCEPTING;
    actions.accept(next);
  }

  /**
   * The rendezvous was accepted.
   *
   * @param ownPorts of the device
   * @param chosenLabels route labels, at least one
   * @return false if the machine has failed meanwhile: the domain is the caller's to give back
   */
  boolean accepted(Octets answer, List<Port> ownPorts, List<Integer> chosenLabels) {
    if (state != State.ACCEPTING) {
      return false;
    }
    ports = List.copyOf(ownPorts);
    labels = List.copyOf(chosenLabels);
    state = State.AWAIT_PAIR;
    actions.send(
        new Answer(welcome.key(), current.provider(), ports, labels, answer, skipped).encode());
    return true;
  }

  /** The rendezvous was not accepted; the next offer gets its turn. */
  void notAccepted(String reason) {
    if (state == State.ACCEPTING) {
      skipped.add(new Skipped(current.provider(), reason));
      tryNext();
    }
  }

  private void onDecline(Decline decline) throws ProtocolException {
    if (!decline.skipped().provider().equals(current.provider())) {
      throw new ProtocolException("DECLINE of " + decline.skipped().provider());
    }
    actions.abandon(current.provider());
    skipped.add(decline.skipped());
    tryNext();
  }

  private void onPair(Pair pair) throws ProtocolException {
    peerStrands = pair.strands();
    List<Path> paths = new ArrayList<>();
    for (StrandOffer strand : pair.strands()) {
      paths.add(checked(strand.path().reversed()));
    }
    Set<Path> distinct = new HashSet<>(paths);
    if (distinct.size() != paths.size()) {
      throw new ProtocolException("a path is offered twice");
    }
    state = State.OFFERING;
    actions.offerStrands(welcome.key(), paths);
  }

  private Path checked(Path path) throws ProtocolException {
    if (path.localPort() >= ports.size()
        || path.remotePort() >= current.ports().size()
        || !labels.contains(path.routeLabel())) {
      throw new ProtocolException("a strand on a path that was not agreed: " + path);
    }
    return path;
  }

  /** The braid has its queue pairs; false if the machine has failed meanwhile. */
  boolean strandsOffered(List<StrandOffer> own) {
    if (state != State.OFFERING) {
      return false;
    }
    state = State.AWAIT_READY;
    actions.send(new Pair(welcome.key(), own).encode());
    return true;
  }

  private void onReady() {
    state = State.CONNECTING;
    actions.connectStrands(peerStrands);
  }

  /** The braid is connected; false if the machine has failed meanwhile. */
  boolean strandsConnected() {
    if (state != State.CONNECTING) {
      return false;
    }
    state = State.DONE;
    actions.send(new Ready(welcome.key()).encode());
    actions.established(welcome, reader);
    return true;
  }

  /** This side cannot go on. */
  void fail(BootstrapFailure.Kind kind, String message) {
    if (wantsMore()) {
      refuse(RefuseCode.INTERNAL, message);
      end(kind, message);
    }
  }

  /** The stream has ended. */
  void onEnd(String reason) {
    if (!wantsMore()) {
      return;
    }
    if (!anyBytes) {
      end(
          BootstrapFailure.Kind.FOREIGN,
          peer + " closed the connection without a word" + because(reason)
              + ": another service may listen there; check the port");
    } else {
      end(
          BootstrapFailure.Kind.LOST,
          "the connection to " + peer + " ended in the middle of the bootstrap" + because(reason)
              + "; see the server's log");
    }
  }

  private static String because(String reason) {
    return reason.isEmpty() ? "" : " (" + reason + ")";
  }

  /** Time has passed. */
  void onTime(long nowNanos) {
    if (wantsMore() && nowNanos - deadlineNanos >= 0) {
      String what =
          anyBytes ? "did not finish the bootstrap" : "accepted the connection but said nothing";
      String message = peer + " " + what + " within " + timeoutNanos / 1_000_000
          + " ms: it may be overloaded, stopped, or another service; check it and the port";
      refuse(RefuseCode.INTERNAL, "timed out in state " + state);
      end(BootstrapFailure.Kind.TIMED_OUT, message);
    }
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  private void onBroken(ProtocolException broken) {
    if (!reader.greeted() && broken.code() != RefuseCode.VERSION) {
      end(
          BootstrapFailure.Kind.FOREIGN,
          peer + " is not a Sennit server: " + broken.reason() + "; check the port");
      return;
    }
    refuse(broken.code(), broken.reason());
    if (broken.code() == RefuseCode.VERSION) {
      end(BootstrapFailure.Kind.VERSION, peer + " cannot be used: " + broken.reason());
    } else {
      end(BootstrapFailure.Kind.PROTOCOL, peer + " broke the session protocol: " + broken.reason());
    }
  }

  private void onRefuse(Refuse refuse) {
    BootstrapFailure.Kind kind = switch (refuse.code()) {
      case NO_PROVIDER -> BootstrapFailure.Kind.NO_PROVIDER;
      case VERSION -> BootstrapFailure.Kind.VERSION;
      default -> BootstrapFailure.Kind.REFUSED;
    };
    String theirs = refuse.skipped().isEmpty()
        ? ""
        : "; the server skipped " + Skipped.describe(refuse.skipped());
    String own = kind == BootstrapFailure.Kind.NO_PROVIDER ? "; " + ownOffer() : "";
    end(kind, peer + " refused: " + refuse.reason() + theirs + own);
  }

  private void noProvider() {
    String message = "no provider works between this process and " + peer + ": " + ownOffer()
        + "; the server offers " + offered + described("; failed: ", skipped)
        + described("; the server skipped ", welcome.skipped());
    actions.send(new Refuse(welcome.key(), RefuseCode.NO_PROVIDER, message, skipped).encode());
    end(BootstrapFailure.Kind.NO_PROVIDER, message);
  }

  private String ownOffer() {
    return "this side has " + hello.providers() + described(", skipped ", hello.skipped());
  }

  private static String described(String before, List<Skipped> skipped) {
    return skipped.isEmpty() ? "" : before + Skipped.describe(skipped);
  }

  private void refuse(RefuseCode code, String reason) {
    actions.send(new Refuse(welcome.key(), code, reason, List.of()).encode());
  }

  private void end(BootstrapFailure.Kind kind, String message) {
    state = State.FAILED;
    actions.failed(new BootstrapFailure(kind, message));
  }
}
