// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.multipath.Braid;
import io.sennit.multipath.Counter;
import io.sennit.multipath.StrandState;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamEngine;
import io.sennit.simulator.host.HostProcess;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One side of a session, as its application hears of it. */
final class Line implements SessionListener {
  /** What the network can do to a session; every other cause is a bug. */
  private static final List<String> FAIR = List.of(
      "no strand to the peer lives",
      "no strand brought an answer",
      "does not know this session any more",
      "nobody listens on",
      "cannot be reached",
      "did not end in time",
      "(connectTimeout): waited for",
      "accepted the connection but said nothing",
      "ended in the middle of the bootstrap",
      "closed the connection without a word",
      "left while it was waited for",
      "it still waited for",
      "another way was faster",
      "the bootstrap ended before the session was up",
      "none left that it may lock",
      Caller.ENOUGH,
      StreamEngine.SHUT_DOWN);

  /** Allowed too where all rails to a peer may be cut while it shuts a session down. */
  static final List<String> UNANSWERED = List.of("the peer did not answer GOAWAY within");

  /** Allowed too where no probe notices first that a peer was killed. */
  static final List<String> UNTOLD = List.of("what it has received, though all of it is");

  /** What else can, where completion queues overflow. */
  private static final List<String> OVERFLOWN =
      List.of("a completion queue overflowed", "LOCAL_QUEUE_PAIR_ERROR");

  /** What else can, where a heap is full. */
  private static final List<String> WITHOUT_MEMORY =
      List.of("OutOfMemoryError", "the simulated heap is full");

  /** And what else where the peer lies; what is called an internal error is none of it. */
  private static final List<String> LIED_TO = List.of(
      "the peer broke the protocol",
      "a work request failed on path",
      "a probe failed on path",
      "a message could not be received");

  private final String name;
  private final HostProcess process;
  private final Consumer<Line> changed;
  private @Nullable Session session;
  private boolean over;
  private String failure = "";
  private int terminations;
  private boolean suspect;
  private BooleanSupplier mayBeLost = () -> false;

  /** @param changed hears that calls can be opened, or can be no more */
  Line(String name, HostProcess process, Consumer<Line> changed) {
    this.name = name;
    this.process = process;
    this.changed = changed;
  }

  @Override
  public void onReady(Session ready) {
    session = ready;
    changed.accept(this);
  }

  @Override
  public void onShutdown(StatusCode code, String cause) {
    over = true;
    failure = code == StatusCode.OK ? "" : cause;
    changed.accept(this);
  }

  @Override
  public void onTerminated() {
    terminations++;
  }

  /**
   * Its application wants it no more, and has it end when its calls have: what becomes of it then
   * it is not told.
   *
   * @param newMayBeLost whether it may end before its calls at this moment
   */
  void retire(BooleanSupplier newMayBeLost) {
    mayBeLost = newMayBeLost;
  }

  /** Whether, having been retired, it may just now end before its calls. */
  boolean mayBeLost() {
    return mayBeLost.getAsBoolean();
  }

  /** One of its two sides lies, so that only what needs no truth is promised. */
  void suspect() {
    suspect = true;
  }

  boolean isSuspect() {
    return suspect;
  }

  /** Where it lives. */
  HostProcess process() {
    return process;
  }

  /** What calls are opened on; null before it was ready. */
  @Nullable
  Session session() {
    return session;
  }

  /** Whether no call can be opened any more. */
  boolean isOver() {
    return over;
  }

  /** Whether it ended before its time. */
  boolean hasFailed() {
    return !failure.isEmpty();
  }

  /**
   * Whether it ended for something that can be told from its cause to be nobody's fault.
   *
   * @param kinds of faults that there are
   */
  boolean hasFairEnd(Set<FaultKind> kinds) {
    boolean overflows = kinds.contains(FaultKind.COMPLETION_QUEUE_OVERFLOW);
    return failure.isEmpty()
        || failedFor(FAIR)
        || (overflows && failedFor(OVERFLOWN))
        || (kinds.containsAll(Scenario.CUTS) && failedFor(UNANSWERED))
        || (kinds.contains(FaultKind.FULL_HEAP) && failedFor(WITHOUT_MEMORY))
        || (suspect && failedFor(LIED_TO));
  }

  /** Whether one of these stands in what it ended for. */
  boolean failedFor(List<String> causes) {
    return causes.stream().anyMatch(failure::contains);
  }

  /** Whether it was told neither that it is up nor that it has ended. */
  boolean heardNothing() {
    return session == null && !over && terminations == 0;
  }

  /** Its paths that carry nothing. */
  List<String> unused() {
    return session == null || over
        ? List.of()
        : session.braid().stream()
            .flatMap(braid -> braid.snapshot().paths().stream())
            .filter(path -> path.state() != StrandState.GOOD)
            .map(path -> path.label() + " is " + path.state())
            .toList();
  }

  /** Whether its braid has met what no correct peer sends, or missed what was acknowledged. */
  boolean metAnIntruder() {
    return session != null
        && session.braid().stream()
            .map(Braid::snapshot)
            .anyMatch(braid -> braid.count(Counter.INTRUSIONS) != 0);
  }

  /** How often the end of all calls was told. */
  int terminations() {
    return terminations;
  }

  /** A line for whoever looks for the reason of something. */
  String state() {
    String how = session == null ? " is not up" : " is up";
    return name + (over ? " has ended (" + failure + ")" : how);
  }

  @Override
  public String toString() {
    return name;
  }
}
