// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamListener;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects the one answer of a call. Filled on the loop thread; read by whoever is told that it has
 * ended, once.
 */
final class UnaryReply implements StreamListener {
  private final Consumer<UnaryReply> onEnded;
  private @Nullable Body answer;
  private boolean tooMany;
  private volatile boolean unwanted;
  private volatile @Nullable StreamEnd end;

  /** @param onEnded run once, on the loop thread */
  UnaryReply(Consumer<UnaryReply> onEnded) {
    this.onEnded = onEnded;
  }

  @Override
  public void onMessage(Body message) {
    if (answer == null) {
      answer = message;
    } else {
      tooMany = true;
      message.close();
    }
  }

  @Override
  public void onClosed(StreamEnd how) {
    end = how;
    if (unwanted) {
      drop();
    }
    onEnded.accept(this);
  }

  /** What is known of the handler; MAYBE before the end. */
  Executed executed() {
    StreamEnd known = end;
    return known == null ? Executed.MAYBE : known.executed();
  }

  /** The answer, which becomes the caller's; after the end only. */
  Body take() {
    StreamEnd how = end;
    Body taken = answer;
    answer = null;
    if (how == null) {
      throw new IllegalStateException("the call has not ended");
    }
    if (how.code() == StatusCode.OK && taken != null && !tooMany) {
      return taken;
    }
    if (taken != null) {
      taken.close();
    }
    throw how.code() == StatusCode.OK ? notOne(how) : RpcException.of(how);
  }

  /** Nobody wants the answer any more, whether it has come or not. */
  void abandon() {
    unwanted = true;
    if (end != null) {
      drop();
    }
  }

  private void drop() {
    Body dropped = answer;
    answer = null;
    if (dropped != null) {
      dropped.close();
    }
  }

  private RpcException notOne(StreamEnd how) {
    String what = tooMany ? "more than one answer" : "no answer";
    return new RpcException(StatusCode.INTERNAL, what + " to a unary call", how.executed());
  }
}
