// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import io.sennit.rpc.RpcException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Runs the steps of an application in order and records how each ended. */
final class Steps {
  /** A step of an application. */
  interface Step {
    void run() throws Exception;
  }

  /** How a story ends in which nothing goes wrong, or nobody notices. */
  static final String SOUND = "nothing failed";

  /** Reasons given by a peer that had no memory to name the real one. */
  private static final List<String> WITHOUT_A_REASON = List.of(
      "the server cancelled the call",
      "the session has ended",
      "does not know this session any more",
      "closed the connection without a word",
      "ended in the middle of the bootstrap",
      "the peer hung up",
      "too many sessions are being opened at the same time");

  private final List<String> failures = new ArrayList<>();

  /**
   * Takes a step. It may fail, if what it failed with is an end that calls have: an exception that
   * names the missing memory.
   */
  void run(String what, Step step) {
    run(what, step, false);
  }

  /**
   * The same while a peer that ends its session may have no way to say so.
   *
   * @param deaf whether the step may also fail with that peer's silence
   */
  void run(String what, Step step, boolean deaf) {
    try {
      step.run();
    } catch (Exception | OutOfMemoryError e) {
      boolean silent = deaf && e.toString().contains("no strand brought an answer");
      if (!silent && !namesMemory(e)) {
        throw new AssertionError(what + " ended with " + e, e);
      }
      failures.add(what + ": " + e.getMessage());
    }
  }

  /** Makes something, a second time if there was no memory the first time. */
  <T> T orAgain(String what, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (OutOfMemoryError none) {
      failures.add(what + ": " + none.getMessage());
      return maker.get();
    }
  }

  private static boolean namesMemory(Throwable thrown) {
    if (thrown instanceof OutOfMemoryError) {
      return true;
    }
    boolean known = thrown instanceof RpcException
        || thrown instanceof CompletionException
        || thrown instanceof ExecutionException;
    Throwable cause = thrown.getCause();
    return known
        && (String.valueOf(thrown.getMessage()).matches("(?is).*memory.*")
            || isEndOfACall(thrown)
            || (cause != null && namesMemory(cause)));
  }

  private static boolean isEndOfACall(Throwable thrown) {
    return thrown instanceof RpcException known
        && WITHOUT_A_REASON.stream().anyMatch(known.details()::contains);
  }

  /** The outcome in a word or two. */
  String outcome() {
    return failures.isEmpty() ? SOUND : "calls failed";
  }

  /** What failed, and with what. */
  List<String> failures() {
    return List.copyOf(failures);
  }
}
