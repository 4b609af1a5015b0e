// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidListener;
import io.sennit.rpc.BodyPool;

/**
 * The calls of one session on one braid.
 *
 * <p>Sans-IO: it has no thread. The loop that owns the braid calls {@link #start}, {@link #poll},
 * {@link #nextTimerNanos} and {@link #arm}; what {@link Session} declares is safe from any thread.
 */
@SuppressWarnings("DoNotCallSuggester") // Signatures first; the engine follows.
public final class StreamEngine implements Session {
  /** An engine without a braid; calls may be opened and wait. */
  public StreamEngine(EngineSetup setup) {}

  /** The listener to create the braid with. */
  public BraidListener braidListener() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Gives the engine its braid, connected or not; once, before the first poll. */
  public void start(Braid braid) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Polls the braid, runs what other threads asked for, sends, and ends calls whose time is over.
   *
   * @return how much was done; 0: nothing
   */
  public int poll(long nowNanos) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** When poll must be called at the latest, as absolute time; Long.MAX_VALUE: never. */
  public long nextTimerNanos() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Prepares to sleep on the completion channel; false: poll again first. */
  public boolean arm() {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public RpcStream open(OpenCall call, StreamListener listener) {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public BodyPool bodies() {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public void ping(PingCallback callback) {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public void shutdown() {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public void shutdownNow(String cause) {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public SessionInfo info() {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public SessionSnapshot snapshot() {
    throw new UnsupportedOperationException("not built yet");
  }
}
