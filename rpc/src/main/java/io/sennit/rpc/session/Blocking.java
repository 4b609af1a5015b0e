// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Where the steps of a bootstrap run that may block. Safe from any thread. */
public interface Blocking extends AutoCloseable {
  /** Runs a step of a rendezvous; false if too many wait already. */
  boolean run(Runnable step);

  /** Runs the look-up of a name; false if too many wait already. */
  boolean lookUp(Runnable question);

  /** The addresses of a host, in the order in which they are to be tried; inside a look-up. */
  List<InetAddress> addresses(String host) throws UnknownHostException;

  @Override
  void close();
}
