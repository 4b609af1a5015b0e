// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.util.List;

/**
 * All sessions of a process, for JConsole, agents of metrics, and {@code ./sennit paths}:
 * registered as {@link #NAME} on the platform's MBean server when the first session begins. Safe
 * from any thread. Its accessors are named as JMX wants them.
 */
public interface SessionsMXBean {
  /** Its object name. */
  String NAME = "io.sennit:type=Sessions";

  /** Sessions that are open or being torn down. */
  int getLive();

  /** Every path of every open session, as it is now. */
  List<PathReport> getPaths();

  /** Which calls each server that listens has taken and refused. */
  List<AdmissionReport> getAdmissions();

  /** Heap that peers make this process hold, all sessions together. */
  MemoryUse getHeap();

  /** Registered memory of all sessions together. */
  MemoryUse getRegistered();

  /** Sessions that were refused, on either side, since their floor could not be set aside. */
  long getRefusedSessions();
}
