// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.ThreadReport;
import io.sennit.rpc.Threads;
import io.sennit.rpc.ThreadsMXBean;
import java.util.List;

/** The threads of this process as JMX shows them. */
final class ThreadsBean implements ThreadsMXBean {
  @Override
  public boolean isTurning() {
    return Threads.areTurning();
  }

  @Override
  public List<ThreadReport> getThreads() {
    return Threads.reports();
  }
}
