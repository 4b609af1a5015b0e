// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where the steps of a bootstrap run that may block, and how one waits. Safe from any thread. */
public interface Blocking extends AutoCloseable {
  /** Runs a step of a rendezvous; false if too many wait already, or no thread can be had. */
  boolean run(Runnable step);

  /** Runs the look-up of a name; false as {@link #run} says. */
  boolean lookUp(Runnable question);

  /** The addresses of a host, in the order in which they are to be tried; inside a look-up. */
  List<InetAddress> addresses(String host) throws UnknownHostException;

  /**
   * Waits for a future's end, whatever that is.
   *
   * @return false if the time was over first
   */
  boolean await(CompletableFuture<?> future, long nanos) throws InterruptedException;

  /**
   * Fails a future with {@link java.util.concurrent.TimeoutException} if it is not done in time.
   */
  void limit(CompletableFuture<?> future, long nanos);

  @Override
  void close();
}
