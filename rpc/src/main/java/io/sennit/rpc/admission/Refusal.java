// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import io.sennit.rpc.StatusCode;

/** Why a call is not run. None of them has reached a handler, and each says so to its caller. */
public enum Refusal {
  /** {@link AdmissionConfig#maxCalls} are open. */
  SERVER_FULL(StatusCode.RESOURCE_EXHAUSTED),
  /** As many calls of the method are open as may be. */
  METHOD_FULL(StatusCode.RESOURCE_EXHAUSTED),
  /** {@link AdmissionConfig#maxWaiting} wait for a thread. */
  QUEUE_FULL(StatusCode.RESOURCE_EXHAUSTED),
  /** Calls have waited for some time without a pause, and this one would wait too long. */
  OVERLOADED(StatusCode.RESOURCE_EXHAUSTED),
  /** It would wait for too much of the time that is left until its deadline. */
  TOO_LATE(StatusCode.RESOURCE_EXHAUSTED),
  /** Its deadline passed, or the call ended otherwise, while it waited for a thread. */
  EXPIRED(StatusCode.DEADLINE_EXCEEDED);

  private final StatusCode code;

  Refusal(StatusCode code) {
    this.code = code;
  }

  /** What the caller hears. */
  public StatusCode code() {
    return code;
  }
}
