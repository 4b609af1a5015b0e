// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/**
 * Which calls a server has taken and refused since its start, as JMX shows it. No refused call
 * reached a handler. Immutable.
 *
 * @param server where it listens
 * @param admitted calls taken; some of them may have been refused later, while they waited
 * @param open calls taken and not ended
 * @param waiting calls that wait for a thread now
 * @param refusedServerFull at the bound of open calls ({@code admission.maxCalls})
 * @param refusedMethodFull at the bound of the method's open calls
 * @param refusedQueueFull at the bound of waiting calls ({@code admission.maxWaiting})
 * @param refusedOverloaded in a queue that stood ({@code admission.standingNanos})
 * @param refusedTooLate whose deadline would have been missed
 * @param expired that ended, most by their deadlines, while they waited for a thread
 * @param expectedWaitNanos that a call would wait for a thread now
 * @param waitP50Nanos that half of the last calls waited at most, within an eighth
 * @param waitP99Nanos that 99 of a hundred waited at most
 */
public record AdmissionReport(
    String server,
    long admitted,
    int open,
    int waiting,
    long refusedServerFull,
    long refusedMethodFull,
    long refusedQueueFull,
    long refusedOverloaded,
    long refusedTooLate,
    long expired,
    long expectedWaitNanos,
    long waitP50Nanos,
    long waitP99Nanos) {
  /** Calls that reached no handler. */
  public long refused() {
    return refusedServerFull
        + refusedMethodFull
        + refusedQueueFull
        + refusedOverloaded
        + refusedTooLate
        + expired;
  }
}
