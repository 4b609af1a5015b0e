// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.SessionBook;
import java.util.List;

/** All sessions of this process, for people and metrics. Safe from any thread. */
public final class Sessions {
  private Sessions() {}

  /** Sessions that are open or being torn down. */
  public static int live() {
    return SessionBook.process().live();
  }

  /** How the paths of all open sessions are now. */
  public static List<LivePath> paths() {
    return SessionBook.process().paths();
  }

  /** Traffic of all sessions since the process began, those that have ended included, by path. */
  public static List<PathTraffic> traffic() {
    return SessionBook.process().traffic();
  }
}
