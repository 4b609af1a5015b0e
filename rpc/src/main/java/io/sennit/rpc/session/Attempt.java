// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.bytes.Way;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One of the tries of a {@link Dialer}: a connect over one way, and what is then done with the
 * stream. Belongs to the streams' thread.
 */
final class Attempt implements StreamHost.ConnectHandler {
  private final Dialer dialer;
  private final Way way;
  private StreamHost.@Nullable Handle connecting;
  private @Nullable Runner runner;
  private boolean connected;
  private boolean over;

  /** What is done with a stream. It hears nothing after it has told how it ended. */
  interface Runner {
    /** Whether it waits for something of this process, which another way would not hasten. */
    boolean isBusyHere();

    /** Time is over: ends it, and says what it has waited for. */
    BootstrapFailure late();

    /** Another way was faster, or nobody wants it any more: ends it. */
    void giveUp(String why);
  }

  Attempt(Dialer dialer, Way way) {
    this.dialer = dialer;
    this.way = way;
  }

  Way way() {
    return way;
  }

  /** Whom it leads to, for people. */
  String name() {
    return dialer.nameOf(way);
  }

  void begin(StreamHost host) {
    try {
      StreamHost.Handle handle = host.connect(way, this);
      connecting = over || connected ? null : handle;
    } catch (IOException e) {
      onFailed(e);
    } catch (Throwable e) {
      broken(e);
    }
  }

  /** A bug or an error in this process; the dialer hears of it only from here. */
  private void broken(Throwable e) {
    failed(new BootstrapFailure(
        BootstrapFailure.Kind.INTERNAL, "a fault in this process ended the dial: " + e));
  }

  @Override
  public void onConnected(ByteStream stream) {
    connected = true;
    connecting = null;
    if (over) {
      stream.close();
      return;
    }
    try {
      dialer.progressed();
      Runner begun = dialer.run(stream, this);
      if (!over) {
        runner = begun;
      }
    } catch (Throwable e) {
      stream.close();
      broken(e);
    }
  }

  @Override
  public void onFailed(IOException cause) {
    connecting = null;
    String why = Text.printable(String.valueOf(cause.getMessage()));
    failed(
        cause instanceof ConnectException && why.contains("refused")
            ? BootstrapFailure.deaf(name())
            : BootstrapFailure.unreachable(name(), why));
  }

  boolean isBusyHere() {
    return runner != null && runner.isBusyHere();
  }

  // What its runner tells.

  /** It got on. */
  void progressed() {
    if (!over) {
      dialer.progressed();
    }
  }

  /** It came to nothing. */
  void failed(BootstrapFailure failure) {
    if (!over) {
      end();
      dialer.failed(this, failure);
    }
  }

  /** It is what was wanted; all others are abandoned. */
  void won() {
    if (!over) {
      end();
      dialer.won(this);
    }
  }

  // What its dialer tells.

  /** Ends it because time is over. */
  BootstrapFailure late() {
    Optional<Runner> running = end();
    return running
        .map(Runner::late)
        .orElseGet(() -> BootstrapFailure.unreachable(name(), "no answer in time"));
  }

  void abandon(String why) {
    end().ifPresent(running -> running.giveUp(why));
  }

  private Optional<Runner> end() {
    over = true;
    StreamHost.Handle handle = connecting;
    Optional<Runner> running = Optional.ofNullable(runner);
    connecting = null;
    runner = null;
    if (handle != null) {
      handle.cancel();
    }
    return running;
  }
}
