// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.PathChange;
import io.sennit.multipath.PathQuality;
import io.sennit.multipath.PathSnapshot;

/**
 * A {@link LivePath} in plain words and numbers, as JMX carries them. Out is what this side sends
 * and writes, in what it reads; what is unknown is 0. Immutable.
 *
 * @param path as {@link LivePath#name()} says
 * @param session its id in hexadecimal digits, the same on both sides
 * @param client whether this side opened the session
 * @param state of the path
 * @param stateMillis how long it has been in it
 * @param cause why, for people; empty if it is the way of things
 * @param epoch which life of the path it is
 * @param mtuBytes payload of its longest packets
 * @param rebuilds times that a later life became good
 * @param srttNanos smoothed round trip, without the time that own bytes take on the line
 * @param minRttNanos the shortest of the last seconds
 * @param outRate bytes per second that it lately delivered at best
 * @param inRate the same of the other direction
 * @param outInFlight bytes posted and not completed
 * @param inInFlight the same of the other direction
 * @param outWindow chunks that may be in flight
 * @param inWindow the same of the other direction
 * @param outBytes moved since the session began
 * @param inBytes the same of the other direction
 * @param outShare part of all bytes of the session, 0 to 1
 * @param inShare the same of the other direction
 */
public record PathReport(
    String path,
    String session,
    boolean client,
    String state,
    long stateMillis,
    String cause,
    long epoch,
    int mtuBytes,
    int rebuilds,
    long srttNanos,
    long minRttNanos,
    long outRate,
    long inRate,
    long outInFlight,
    long inInFlight,
    double outWindow,
    double inWindow,
    long outBytes,
    long inBytes,
    double outShare,
    double inShare) {
  /**
   * Describes one path.
   *
   * @param braid of its session, for the shares
   * @param nowNanos on the clock of the session's loop
   */
  public static PathReport of(LivePath live, BraidSnapshot braid, long nowNanos) {
    PathSnapshot now = live.now();
    PathQuality quality = now.quality();
    return new PathReport(
        live.name(),
        Long.toHexString(live.sessionId()),
        live.client(),
        now.state().name(),
        Math.max(0, nowNanos - now.sinceNanos()) / 1_000_000,
        now.changes().isEmpty() ? "" : last(now).cause(),
        Integer.toUnsignedLong(now.epoch()),
        now.mtuBytes(),
        now.rebuilds(),
        quality.srttNanos(),
        quality.minRttNanos(),
        quality.out().rateBytesPerSecond(),
        quality.in().rateBytesPerSecond(),
        quality.out().inFlightBytes(),
        quality.in().inFlightBytes(),
        quality.out().windowChunks(),
        quality.in().windowChunks(),
        now.bytes().out(),
        now.bytes().read(),
        braid.outShare(now),
        braid.inShare(now));
  }

  private static PathChange last(PathSnapshot now) {
    return now.changes().getLast();
  }
}
