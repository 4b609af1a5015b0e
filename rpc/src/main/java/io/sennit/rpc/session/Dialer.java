// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tries the ways to a target (RFC 8305, and beyond the connect): looks all names up at the same
 * time, begins over the first address, and over the next one whenever a try has failed or all of
 * them have not got on for {@link DialConfig#attemptDelayNanos}. The first that wins ends the
 * others. Belongs to the streams' thread.
 */
final class Dialer {
  /** What is done with streams, and who hears if nothing comes of any. */
  interface Course {
    /** Goes on with a stream, and tells the attempt how; also during this call. */
    Attempt.Runner onConnected(ByteStream stream, Attempt attempt);

    /** Nothing came of any way; once, and not after {@link #cancel} or a win. */
    void onFailed(BootstrapFailure failure);
  }

  private static final String FASTER = "another way was faster";

  private final LoopGroup group;
  private final StreamHost host;
  private final List<Target.HostPort> names;
  private final DialConfig config;
  private final Course course;
  private final Ways ways;
  private final List<Attempt> running = new ArrayList<>();
  private int lookUps;
  private StreamHost.@Nullable Handle timer;
  private long timerNanos;
  private long progressNanos;
  private @Nullable BootstrapFailure worst;

  /** There is no other way to begin, so far. */
  private boolean exhausted;

  private boolean over;

  private Dialer(LoopGroup group, List<Target.HostPort> names, DialConfig config, Course course) {
    this.group = group;
    host = group.streams();
    this.names = names;
    this.config = config;
    this.course = course;
    ways = new Ways(names.size(), config.mostAttempts(), host::localAddresses);
  }

  /**
   * Begins; the caller ends it by {@link #late} when time is over.
   *
   * @param names of the target, at least one
   */
  static Dialer dial(
      LoopGroup group, List<Target.HostPort> names, DialConfig config, Course course) {
    Dialer dialer = new Dialer(group, names, config, course);
    dialer.lookUps = names.size();
    for (int at = 0; at < names.size(); at++) {
      dialer.lookUp(at);
    }
    return dialer;
  }

  /** Gives up; the course is told nothing. */
  void cancel(String why) {
    stop();
    abandonAll(why);
  }

  /** Time is over. */
  void late() {
    if (!over) {
      stop();
      List<Attempt> late = List.copyOf(running);
      running.clear();
      late.forEach(each -> remember(each.late()));
      course.onFailed(outcome());
    }
  }

  private BootstrapFailure outcome() {
    BootstrapFailure said = worst;
    if (said == null) {
      return new BootstrapFailure(
          BootstrapFailure.Kind.UNREACHABLE,
          "the look-up of host " + hosts() + " did not end in time: check the name service, and"
              + " whether this process gets to run");
    }
    return ways.tried().size() < 2
        ? said
        : new BootstrapFailure(
            said.kind(),
            said.message() + "; tried "
                + ways.tried().stream().map(Way::toString).collect(Collectors.joining(", ")));
  }

  private String hosts() {
    return names.stream()
        .map(each -> Text.printable(each.host()))
        .collect(Collectors.joining(", "));
  }

  // Addresses.

  private void lookUp(int name) {
    String hostName = names.get(name).host();
    Optional<InetAddress> literal = literal(hostName);
    if (literal.isPresent()) {
      // An address needs no name service, and none of the few threads that wait for one.
      List<InetAddress> itself = List.of(literal.get());
      host.execute(() -> onFound(name, itself));
    } else {
      ask(name, hostName);
    }
  }

  private static Optional<InetAddress> literal(String hostName) {
    try {
      return Optional.of(InetAddress.ofLiteral(hostName));
    } catch (IllegalArgumentException name) {
      return Optional.empty();
    }
  }

  private void ask(int name, String hostName) {
    Blocking blocking = group.blocking();
    boolean asked = blocking.lookUp(() -> {
      try {
        List<InetAddress> found = blocking.addresses(hostName);
        host.execute(() -> onFound(name, found));
      } catch (UnknownHostException | SecurityException e) {
        host.execute(() -> onUnknown(
            "unknown host " + Text.printable(hostName) + ": check the name, or give an address"));
      } catch (Throwable e) {
        host.execute(
            () -> onUnknown("the look-up of " + Text.printable(hostName) + " failed: " + e));
      }
    });
    if (!asked) {
      host.execute(() ->
          onUnknown("too many connections are being opened at the same time: try again later"));
    }
  }

  private void onAddresses(int name, List<InetAddress> found) {
    lookUps--;
    int port = names.get(name).port();
    ways.found(
        name, found.stream().map(each -> new InetSocketAddress(each, port)).toList());
    advance();
  }

  /** An exception here ends the dial at once, not at its time-out. */
  private void onFound(int name, List<InetAddress> found) {
    try {
      onAddresses(name, found);
    } catch (Throwable e) {
      BootstrapFailure failure = new BootstrapFailure(
          BootstrapFailure.Kind.INTERNAL, "a fault in this process ended the dial: " + e);
      if (!over) {
        stop();
        abandonAll(failure.message());
        course.onFailed(failure);
      }
    }
  }

  private void onUnknown(String why) {
    lookUps--;
    remember(new BootstrapFailure(BootstrapFailure.Kind.UNREACHABLE, why));
    advance();
  }

  // Attempts.

  /** Begins another attempt if it is time for one, and fails if there is nothing to wait for. */
  private void advance() {
    if (over) {
      return;
    }
    long nowNanos = host.clock().nanoTime();
    if (running.isEmpty() || isStalled(nowNanos)) {
      Optional<Way> next = ways.next();
      exhausted = next.isEmpty();
      next.ifPresent(way -> begin(way, nowNanos));
    }
    if (running.isEmpty() && lookUps == 0 && !over) {
      stop();
      course.onFailed(outcome());
    }
    arm();
  }

  private boolean isStalled(long nowNanos) {
    return nowNanos - progressNanos >= config.attemptDelayNanos()
        && running.stream().noneMatch(Attempt::isBusyHere);
  }

  private void begin(Way way, long nowNanos) {
    progressNanos = nowNanos;
    Attempt attempt = new Attempt(this, way);
    running.add(attempt);
    attempt.begin(host);
  }

  private void arm() {
    long dueNanos = progressNanos + config.attemptDelayNanos();
    if (over || exhausted || running.isEmpty() || (timer != null && timerNanos == dueNanos)) {
      return;
    }
    disarm();
    timerNanos = Math.max(dueNanos, host.clock().nanoTime());
    timer = host.at(timerNanos, this::onTimer);
  }

  /**
   * A timer that comes late shows that this process gets little time: nothing is known of peers.
   */
  private void onTimer() {
    timer = null;
    long nowNanos = host.clock().nanoTime();
    if (nowNanos - timerNanos > config.attemptDelayNanos() / 2
        || running.stream().anyMatch(Attempt::isBusyHere)) {
      progressNanos = nowNanos;
    }
    advance();
  }

  private void disarm() {
    StreamHost.Handle armed = timer;
    timer = null;
    if (armed != null) {
      armed.cancel();
    }
  }

  private void stop() {
    over = true;
    disarm();
  }

  private void abandonAll(String why) {
    List<Attempt> others = List.copyOf(running);
    running.clear();
    others.forEach(each -> each.abandon(why));
  }

  private void remember(BootstrapFailure failure) {
    BootstrapFailure before = worst;
    worst = before == null || failure.saysMoreThan(before) ? failure : before;
  }

  // Told by attempts.

  /** By which of its names a way leads to the target, for people. */
  String nameOf(Way way) {
    return names.get(ways.nameOf(way)).toString();
  }

  Attempt.Runner run(ByteStream stream, Attempt attempt) {
    return course.onConnected(stream, attempt);
  }

  void progressed() {
    progressNanos = host.clock().nanoTime();
  }

  void failed(Attempt attempt, BootstrapFailure failure) {
    running.remove(attempt);
    remember(failure);
    if (failure.kind().isAnswer()) {
      ways.answered(attempt.way().to());
    }
    if (over) {
      return;
    }
    if (failure.kind().isFinal()) {
      failedHere(failure);
    } else {
      progressNanos = host.clock().nanoTime() - config.attemptDelayNanos(); // The next one at once.
      advance();
    }
  }

  /** Another attempt would be no better off, while those that run may yet win. */
  private void failedHere(BootstrapFailure failure) {
    if (running.isEmpty()) {
      stop();
      course.onFailed(failure);
    }
  }

  void won(Attempt attempt) {
    running.remove(attempt);
    if (!over) {
      stop();
      abandonAll(FASTER);
    }
  }
}
