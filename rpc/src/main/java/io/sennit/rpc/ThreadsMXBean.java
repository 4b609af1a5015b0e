// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.util.List;

/**
 * The threads of a process that its sessions cannot live without: one for each event loop, one for
 * sockets, those of rendezvous. Registered as {@link #NAME} beside {@link SessionsMXBean}. Safe
 * from any thread. Its accessors are named as JMX wants them; each wakes the threads to see them
 * turn.
 */
public interface ThreadsMXBean {
  /** Its object name. */
  String NAME = "io.sennit:type=Threads";

  /** Whether every one of them turns. */
  boolean isTurning();

  /** Every one of them, as it is now. */
  List<ThreadReport> getThreads();
}
