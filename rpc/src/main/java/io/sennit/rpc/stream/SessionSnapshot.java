// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/**
 * Counters of one session since its start.
 *
 * @param callsStarted client: requests sent; server: calls given to the application, which runs
 *     their handlers unless it refuses them
 * @param callsEnded calls that ended, those never sent or never started included
 * @param callsOpen calls between the two
 * @param callsRefused server: requests answered without a handler (limit, deadline, drain,
 *     overload)
 * @param messagesSent whole messages given to the braid
 * @param messagesReceived whole messages given to listeners
 * @param sent body bytes of messages sent
 * @param received body bytes of messages received
 * @param copiedIn long messages that were copied once into registered memory before they were sent
 * @param backPressureHits times that the braid, or a stream's window, made a message wait
 * @param limitHits streams that ended because of a bound
 */
public record SessionSnapshot(
    long callsStarted,
    long callsEnded,
    long callsOpen,
    long callsRefused,
    long messagesSent,
    long messagesReceived,
    BodyBytes sent,
    BodyBytes received,
    long copiedIn,
    long backPressureHits,
    long limitHits) {}
