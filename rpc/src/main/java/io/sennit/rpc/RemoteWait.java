// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopWaiter;
import org.jspecify.annotations.Nullable;

/** A thread that waits for its one-sided operation; interruption abandons the operation. */
final class RemoteWait implements RemoteOperation.Ending {
  private final Link link;
  private final LoopWaiter waiter;
  private volatile @Nullable RpcException failure;
  private volatile long found;

  RemoteWait(Link link) {
    this.link = link;
    waiter = link.waiter();
  }

  @Override
  public void done(long what) {
    found = what;
    waiter.signal();
  }

  @Override
  public void failed(RpcException why) {
    failure = why;
    waiter.signal();
  }

  /** What was found; the operation has ended when this returns or throws, interrupted or not. */
  long await(RemoteOperation operation) {
    boolean interrupted = false;
    while (!waiter.isSignalled()) {
      try {
        waiter.await(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        interrupted = true;
        link.loop().execute(() -> operation.abandon("the caller was interrupted"));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    RpcException why = failure;
    if (why != null) {
      throw why;
    }
    return found;
  }
}
