// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import java.util.function.Consumer;

/**
 * Bounds of the calls of one server, over all its sessions.
 *
 * @param maxCalls calls that have been taken and not ended, those of many messages included; more
 *     are refused; default: no bound
 * @param maxMethodCalls the same for each method that has no bound of its own; default: no bound
 * @param maxWaiting calls that wait for a thread; more are refused; default 100,000
 * @param byTime whether calls are refused that would wait too long for what is left of their
 *     deadlines; default true. Calls without a deadline never are
 * @param burstPercent of a call's time that it may spend waiting, what it takes to run left out;
 *     default 50
 * @param standingNanos calls have waited for longer than this without a pause: the server is
 *     overloaded and does not just hear a burst; default 100 ms
 * @param standingPercent of the time that calls have on average, which they may spend waiting in a
 *     server that is overloaded: a longer queue answers no more calls, and each later; default 10
 * @param standingCalls calls that may wait in any case in a server that is overloaded, so that no
 *     thread idles until the next call comes; default 4
 */
public record AdmissionConfig(
    int maxCalls,
    int maxMethodCalls,
    int maxWaiting,
    boolean byTime,
    int burstPercent,
    long standingNanos,
    int standingPercent,
    int standingCalls) {
  public AdmissionConfig {
    require("maxCalls", maxCalls, 1, Integer.MAX_VALUE);
    require("maxMethodCalls", maxMethodCalls, 1, Integer.MAX_VALUE);
    require("maxWaiting", maxWaiting, 1, Integer.MAX_VALUE);
    require("burstPercent", burstPercent, 1, 100);
    require("standingNanos", standingNanos, 1, Long.MAX_VALUE / 4);
    require("standingPercent", standingPercent, 1, burstPercent);
    require("standingCalls", standingCalls, 1, 1 << 20);
  }

  /** What is used unless told otherwise. */
  public static AdmissionConfig defaults() {
    return new AdmissionConfig(
        Integer.MAX_VALUE, Integer.MAX_VALUE, 100_000, true, 50, 100_000_000, 10, 4);
  }

  /** With another bound of calls. */
  public AdmissionConfig withMaxCalls(int calls) {
    return with(draft -> draft.maxCalls = calls);
  }

  /** With another bound of the calls of each method. */
  public AdmissionConfig withMaxMethodCalls(int calls) {
    return with(draft -> draft.maxMethodCalls = calls);
  }

  /** With another bound of calls that wait. */
  public AdmissionConfig withMaxWaiting(int calls) {
    return with(draft -> draft.maxWaiting = calls);
  }

  /** Refuses nobody for the time that it would wait, or does. */
  public AdmissionConfig withByTime(boolean refuses) {
    return with(draft -> draft.byTime = refuses);
  }

  private AdmissionConfig with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return new AdmissionConfig(
        draft.maxCalls,
        draft.maxMethodCalls,
        draft.maxWaiting,
        draft.byTime,
        burstPercent,
        standingNanos,
        standingPercent,
        standingCalls);
  }

  /** The components that are changed one by one. */
  private static final class Draft {
    private int maxCalls;
    private int maxMethodCalls;
    private int maxWaiting;
    private boolean byTime;

    private Draft(AdmissionConfig from) {
      maxCalls = from.maxCalls;
      maxMethodCalls = from.maxMethodCalls;
      maxWaiting = from.maxWaiting;
      byTime = from.byTime;
    }
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ": " + value);
    }
  }
}
