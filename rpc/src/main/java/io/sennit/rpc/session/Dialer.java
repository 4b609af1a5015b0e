// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Connects to a host by name: look-up, then every address in turn, each with its share of the time
 * left. Belongs to the streams' thread.
 */
final class Dialer implements StreamHost.ConnectHandler {
  /** Hears the outcome; once. */
  interface Outcome {
    void onConnected(ByteStream stream);

    void onFailed(BootstrapFailure failure);
  }

  private final LoopGroup group;
  private final StreamHost host;
  private final String hostName;
  private final int port;
  private final long deadlineNanos;
  private final Outcome outcome;
  private final ArrayDeque<InetAddress> untried = new ArrayDeque<>();
  private StreamHost.@Nullable Handle timer;
  private StreamHost.@Nullable Handle connecting;
  private String lastFailure = "";
  private boolean over;

  private Dialer(LoopGroup group, Target.HostPort target, long deadlineNanos, Outcome outcome) {
    this.group = group;
    host = group.streams();
    hostName = target.host();
    port = target.port();
    this.deadlineNanos = deadlineNanos;
    this.outcome = outcome;
  }

  static Dialer dial(LoopGroup group, Target.HostPort target, long deadlineNanos, Outcome outcome) {
    Dialer dialer = new Dialer(group, target, deadlineNanos, outcome);
    dialer.lookUp();
    return dialer;
  }

  /** Gives up; nothing is reported. */
  void cancel() {
    over = true;
    stopTrying();
  }

  private void lookUp() {
    timer = host.at(
        deadlineNanos,
        () -> fail(
            "the look-up of host " + hostName + " did not end in time: check the name service, and"
                + " whether this process gets to run"));
    if (!isLiteral()) {
      ask();
    }
  }

  /** An address needs no name service, and none of the few threads that wait for one. */
  private boolean isLiteral() {
    try {
      List<InetAddress> literal = List.of(InetAddress.ofLiteral(hostName));
      return host.execute(() -> onAddresses(literal));
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  private void ask() {
    Blocking blocking = group.blocking();
    boolean running = blocking.lookUp(() -> {
      try {
        List<InetAddress> found = blocking.addresses(hostName);
        host.execute(() -> onAddresses(found));
      } catch (UnknownHostException | SecurityException e) {
        host.execute(() -> fail(
            "unknown host " + Text.printable(hostName) + ": check the name, or give an address"));
      }
    });
    if (!running) {
      fail("too many connections are being opened at the same time: try again later");
    }
  }

  private void onAddresses(List<InetAddress> found) {
    untried.addAll(found);
    next();
  }

  private void next() {
    stopTrying();
    if (over) {
      return;
    }
    InetAddress address = untried.poll();
    if (address == null) {
      fail(lastFailure);
      return;
    }
    long now = host.clock().nanoTime();
    long share = Math.max(1, (deadlineNanos - now) / (untried.size() + 1));
    timer = host.at(now + share, () -> onFailed(new IOException("no answer in time")));
    try {
      StreamHost.Handle attempt = host.connect(new InetSocketAddress(address, port), this);
      connecting = over ? null : attempt;
    } catch (IOException e) {
      onFailed(e);
    }
  }

  @Override
  public void onConnected(ByteStream stream) {
    connecting = null;
    stopTrying();
    if (over) {
      stream.close();
      return;
    }
    over = true;
    outcome.onConnected(stream);
  }

  @Override
  public void onFailed(IOException cause) {
    String where = Endpoint.of(hostName, port);
    String why = Text.printable(String.valueOf(cause.getMessage()));
    lastFailure = cause instanceof ConnectException && why.contains("refused")
        ? "nobody listens on " + where + ": start the server there, or check host and port"
        : where + " cannot be reached (" + why + "): check host, port, network and firewalls";
    next();
  }

  private void fail(String message) {
    if (!over) {
      over = true;
      stopTrying();
      outcome.onFailed(new BootstrapFailure(BootstrapFailure.Kind.UNREACHABLE, message));
    }
  }

  private void stopTrying() {
    StreamHost.Handle running = timer;
    StreamHost.Handle attempt = connecting;
    timer = null;
    connecting = null;
    if (running != null) {
      running.cancel();
    }
    if (attempt != null) {
      attempt.cancel();
    }
  }
}
