// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.Braid;
import io.sennit.multipath.Cord;
import io.sennit.multipath.TransferListener;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One one-sided operation: starts when the braid has room, ends when no copy of it can touch local
 * memory any more. Everything but the constructor happens on the loop.
 */
final class RemoteOperation implements TransferListener {
  private final RemoteQueue queue;
  private final Starter starter;
  private final Body local;
  private final Consumer<RemoteOperation> onEnded;
  private long transfer;
  private @Nullable Cord cord;
  private @Nullable RpcException failure;
  private @Nullable OutOfMemoryError lost;
  private boolean ended;
  private long found;
  private String abandoned = "";

  /** Starts the transfer on a braid. */
  interface Starter {
    long start(Braid braid, TransferListener listener);
  }

  /**
   * @param local kept open until the end
   * @param onEnded told once, on the loop
   */
  RemoteOperation(
      RemoteQueue queue, Starter starter, Body local, Consumer<RemoteOperation> onEnded) {
    this.queue = queue;
    this.starter = starter;
    this.local = local;
    this.onEnded = onEnded;
  }

  /** The braid has room; false if it ended at once. */
  boolean start(Braid braid) {
    if (!abandoned.isEmpty()) {
      refuse(StatusCode.CANCELLED, abandoned);
      return false;
    }
    try {
      transfer = starter.start(braid, this);
      cord = braid;
      return true;
    } catch (IllegalStateException e) {
      refuse(StatusCode.UNAVAILABLE, String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** It never started. */
  void refuse(StatusCode code, String why) {
    failure = new RpcException(code, why, Executed.NO);
    end();
  }

  /** Nobody has heard of it, or ever will. */
  void forget() {
    ended = true;
    local.close();
  }

  /** It never started, and there is no memory to say why. */
  void lose(OutOfMemoryError none) {
    lost = none;
    end();
  }

  /** The caller does not want it any more. */
  void abandon(String why) {
    abandoned = why;
    if (cord != null) {
      cord.abort(transfer, why);
    }
  }

  @Override
  public void onDelivered(long newFound) {
    found = newFound;
  }

  @Override
  public void onFailed(String cause, boolean noEffect) {
    Executed executed = noEffect ? Executed.NO : Executed.MAYBE;
    StatusCode code = abandoned.isEmpty() ? StatusCode.UNAVAILABLE : StatusCode.CANCELLED;
    failure = new RpcException(code, cause, executed);
  }

  @Override
  public void onReleased() {
    try {
      if (!ended) {
        queue.onEnded();
      }
    } finally {
      end();
    }
  }

  private void end() {
    if (!ended) {
      ended = true;
      try {
        local.close();
      } finally {
        onEnded.accept(this);
      }
    }
  }

  /** After the end: what an atomic found. */
  long result() {
    if (lost != null) {
      throw lost;
    }
    if (failure != null) {
      throw failure;
    }
    return found;
  }
}
