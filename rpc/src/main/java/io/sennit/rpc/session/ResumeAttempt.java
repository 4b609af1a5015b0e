// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHandler;
import java.nio.ByteBuffer;

/**
 * Runs a {@link ClientResume} on one stream. One whose dialer does not wait for it any more is
 * still listened to for a while: the server uses the stream over which it was asked last, so of two
 * that it was asked over the one is the lifeline whose answer comes last. Belongs to the streams'
 * thread.
 */
final class ResumeAttempt implements Attempt.Runner, StreamHandler, ClientResume.Actions {
  private static final long LINGER_NANOS = 5_000_000_000L;

  private final Redialer redialer;
  private final ByteStream stream;
  private final Attempt attempt;
  private final ClientResume machine;

  ResumeAttempt(Redialer redialer, ByteStream stream, Attempt attempt) {
    this.redialer = redialer;
    this.stream = stream;
    this.attempt = attempt;
    machine = new ClientResume(redialer.resume(), this);
  }

  void start() {
    stream.handler(this);
    machine.start();
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    attempt.progressed();
    machine.onBytes(bytes);
  }

  @Override
  public void onEnd(String reason) {
    machine.fail("the connection ended");
  }

  @Override
  public void send(byte[] bytes) {
    stream.send(bytes);
  }

  @Override
  public void onResumed(FrameReader reader) {
    attempt.won();
    redialer.onResumed(stream, reader);
  }

  @Override
  public void onUnknown(String reason) {
    if (redialer.isHome(stream.remoteAddress())) {
      stream.close();
      attempt.won();
      redialer.onUnknown(reason);
    } else {
      onFailed(stream.remoteAddress() + " is another server, or cannot tell (" + reason + ")");
    }
  }

  @Override
  public void onFailed(String reason) {
    stream.close();
    attempt.failed(new BootstrapFailure(BootstrapFailure.Kind.LOST, reason));
  }

  @Override
  public boolean isBusyHere() {
    return false;
  }

  @Override
  public BootstrapFailure late() {
    linger();
    return new BootstrapFailure(
        BootstrapFailure.Kind.TIMED_OUT, attempt.name() + " did not answer in time");
  }

  @Override
  public void giveUp(String why) {
    linger();
  }

  private void linger() {
    redialer.later(LINGER_NANOS, () -> machine.fail("no answer came"));
  }
}
