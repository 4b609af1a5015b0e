// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The client's half of the bootstrap, as a state machine: HELLO, then for each offer in turn
 * rendezvous and ANSWER until the server says PAIR, then PAIR, READY of the server, READY.
 */
final class ClientBootstrap extends Bootstrap {
  /** What the client's machine wants done, besides. */
  interface Actions extends Bootstrap.Actions {
    /**
     * Accept this offer; then {@link #accepted} or {@link #notAccepted}.
     *
     * @param othersLeft offers that are tried if it comes to nothing
     */
    void accept(ProviderOffer offer, int othersLeft);

    /** The server declined what was accepted: give its domain back. */
    void abandon(String provider);

    /** Make the braid and its strands on these paths; then {@link #strandsOffered}. */
    void offerStrands(Welcome welcome, List<Path> paths);

    /** Done; the reader may hold first bytes of the lifeline. */
    void established(FrameReader reader);
  }

  private final Hello hello;
  private final int maxStrands;
  private final Actions actions;
  private final ArrayDeque<ProviderOffer> untried = new ArrayDeque<>();
  private final List<Skipped> skipped = new ArrayList<>();
  private final List<String> offered = new ArrayList<>();
  private Welcome welcome;
  private ProviderOffer current;
  private List<Port> ports = List.of();
  private List<Integer> labels = List.of();
  private List<StrandOffer> peerStrands = List.of();

  /**
   * @param peer how to name the server in messages, such as {@code host:7470}
   * @param maxStrands how many this side takes, 1 to 64
   * @param limit of all of it, the connect included
   */
  ClientBootstrap(String peer, Hello hello, int maxStrands, Actions actions, TimeLimit limit) {
    super(peer, actions, State.IDLE, limit);
    this.hello = hello;
    this.maxStrands = maxStrands;
    this.actions = actions;
    current = new ProviderOffer("", List.of(), List.of(), Octets.of(new byte[0]));
    welcome =
        new Welcome(SessionKey.NONE, current.offer(), List.of(), List.of(), HostIdentity.UNKNOWN);
  }

  /** The stream is there. */
  void start() {
    step(State.IDLE, State.AWAIT_WELCOME, hello);
  }

  /**
   * The server may hear this side's strands before this machine knows that they are connected, and
   * use the stream as a lifeline at once: that is the lifeline's to read.
   */
  @Override
  public boolean wantsMore() {
    return isOpen() && state != State.CONNECTING;
  }

  @Override
  boolean handle(SessionMessage message) throws ProtocolException {
    switch (message) {
      case Welcome first when state == State.AWAIT_WELCOME -> onWelcome(first);
      case Decline decline when state == State.AWAIT_PAIR -> onDecline(decline);
      case Pair pair when state == State.AWAIT_PAIR -> onPair(pair);
      case Ready ready
      when state == State.AWAIT_READY -> {
        state = State.CONNECTING;
        actions.connectStrands(peerStrands);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void onWelcome(Welcome message) throws ProtocolException {
    welcome = message;
    key = message.key();
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
    actions.accept(next, untried.size());
  }

  /**
   * The rendezvous was accepted.
   *
   * @param ownPorts of the device
   * @param chosenLabels route labels, at least one
   * @return false if the machine has failed meanwhile: the domain is the caller's to give back
   */
  boolean accepted(Octets answer, List<Port> ownPorts, List<Integer> chosenLabels) {
    if (state == State.ACCEPTING) {
      ports = List.copyOf(ownPorts);
      labels = List.copyOf(chosenLabels);
    }
    Answer said = new Answer(key, current.provider(), ports, labels, maxStrands, answer, skipped);
    return step(State.ACCEPTING, State.AWAIT_PAIR, said);
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
    if (paths.size() > maxStrands) {
      throw new ProtocolException(paths.size() + " strands, this side takes " + maxStrands);
    }
    Set<Path> distinct = new HashSet<>(paths);
    if (distinct.size() != paths.size()) {
      throw new ProtocolException("a path is offered twice");
    }
    state = State.OFFERING;
    actions.offerStrands(welcome, paths);
  }

  private Path checked(Path path) throws ProtocolException {
    if (path.localPort() >= ports.size()
        || path.remotePort() >= current.ports().size()
        || !labels.contains(path.routeLabel())) {
      throw new ProtocolException("a strand on a path that was not agreed: " + path);
    }
    return path;
  }

  @Override
  boolean strandsOffered(List<StrandOffer> own) {
    return step(State.OFFERING, State.AWAIT_READY, new Pair(key, own));
  }

  @Override
  boolean strandsConnected() {
    boolean connected = step(State.CONNECTING, State.DONE, new Ready(key));
    if (connected) {
      actions.established(reader);
    }
    return connected;
  }

  @Override
  void onRefuse(Refuse refuse) {
    BootstrapFailure.Kind kind = switch (refuse.code()) {
      case NO_PROVIDER -> BootstrapFailure.Kind.NO_PROVIDER;
      case VERSION -> BootstrapFailure.Kind.VERSION;
      default -> BootstrapFailure.Kind.REFUSED;
    };
    String own = kind == BootstrapFailure.Kind.NO_PROVIDER ? "; " + ownOffer() : "";
    end(
        kind,
        peer + " refused: " + refuse.reason() + described("; the server skipped ", refuse.skipped())
            + own);
  }

  private void noProvider() {
    String message = "no provider works between this process and " + peer + ": " + ownOffer()
        + "; the server offers " + offered + described("; failed: ", skipped)
        + described("; the server skipped ", welcome.skipped());
    send(new Refuse(key, RefuseCode.NO_PROVIDER, message, skipped));
    end(BootstrapFailure.Kind.NO_PROVIDER, message);
  }

  private String ownOffer() {
    return "this side has " + hello.providers() + described(", skipped ", hello.skipped());
  }

  private static String described(String before, List<Skipped> skipped) {
    return skipped.isEmpty() ? "" : before + Skipped.describe(skipped);
  }

  @Override
  BootstrapFailure left(boolean saidAnything, String because) {
    return saidAnything
        ? new BootstrapFailure(
            BootstrapFailure.Kind.LOST,
            "the connection to " + peer + " ended in the middle of the bootstrap" + because
                + "; see the server's log")
        : new BootstrapFailure(
            BootstrapFailure.Kind.FOREIGN,
            peer + " closed the connection without a word" + because
                + ": another service may listen there; check the port");
  }

  @Override
  String lateMessage(TimeLimit allowed) {
    return heardAnything()
        ? "no session with " + peer + " within " + allowed + " (connectTimeout): waited for "
            + awaited() + "; " + suspects()
        : peer + " accepted the connection but said nothing within " + allowed
            + " (connectTimeout): it or this process may be starved or stopped, or it is another"
            + " service; check both, and the port";
  }

  @Override
  String awaited() {
    return switch (state) {
      case AWAIT_WELCOME -> "the server's offer of providers";
      case ACCEPTING -> "the server's answer over provider " + current.provider();
      case AWAIT_PAIR -> "the server to make its strands of " + current.provider();
      case OFFERING, CONNECTING -> "this process to make its strands of " + current.provider();
      case AWAIT_READY -> "the server to connect its strands of " + current.provider();
      case DONE -> "the server's first message over its strands of " + current.provider();
      default -> "the connection";
    };
  }

  private String suspects() {
    return switch (state) {
      case ACCEPTING, DONE ->
        "a firewall may let TCP through and drop UDP, or one side gets too little processor time:"
            + " check both, and what is between them";
      case OFFERING, CONNECTING ->
        "it may get too little processor time or memory: check its limits";
      default ->
        "it may get too little processor time, be stopped, or not be reached any more: check it,"
            + " and what is between";
    };
  }

  @Override
  String brokenMessage(BootstrapFailure.Kind kind, String reason) {
    return switch (kind) {
      case FOREIGN -> peer + " is not a Sennit server: " + reason + "; check the port";
      case VERSION -> peer + " cannot be used: " + reason;
      default -> peer + " broke the session protocol: " + reason;
    };
  }
}
