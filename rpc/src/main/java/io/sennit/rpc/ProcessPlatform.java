// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopGroup;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/** This process: real time, a virtual thread for each task. Stateless. */
enum ProcessPlatform implements Platform {
  INSTANCE;

  private static final ThreadFactory THREADS =
      Thread.ofVirtual().name("sennit-handler-", 0).factory();

  @Override
  public LoopGroup loops() {
    return LoopGroup.shared();
  }

  @Override
  public Executor executor() {
    return task -> THREADS.newThread(task).start();
  }
}
