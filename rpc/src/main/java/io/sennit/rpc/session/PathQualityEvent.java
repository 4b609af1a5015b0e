// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.PathReport;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** How a path is doing, told again and again while somebody records it. */
@Name("io.sennit.PathQuality")
@Label("Path Quality")
@Category({"Sennit", "Braid"})
@Description("How each path of each open session is doing; out is what this side sends and writes")
@Period("1 s")
@StackTrace(false)
final class PathQualityEvent extends Event {
  @Label("Session")
  @Description("Its id in hexadecimal digits, as in the log; the same on both sides")
  final String session;

  @Label("Client")
  final boolean client;

  @Label("Path")
  final String path;

  @Label("State")
  final String state;

  @Label("Epoch")
  final long epoch;

  @Label("Smoothed Round Trip")
  @Timespan(Timespan.NANOSECONDS)
  final long srtt;

  @Label("Shortest Round Trip")
  @Timespan(Timespan.NANOSECONDS)
  final long minRtt;

  @Label("Out Rate")
  @Description("Bytes per second")
  final long outRate;

  @Label("In Rate")
  @Description("Bytes per second")
  final long inRate;

  @Label("Out Window in Chunks")
  final double outWindow;

  @Label("In Window in Chunks")
  final double inWindow;

  @Label("Out Bytes in Flight")
  @DataAmount
  final long outInFlight;

  @Label("In Bytes in Flight")
  @DataAmount
  final long inInFlight;

  @Label("Path MTU")
  @DataAmount
  final int mtuBytes;

  @Label("Share of Out Bytes")
  @Percentage
  final double outShare;

  @Label("Share of In Bytes")
  @Percentage
  final double inShare;

  PathQualityEvent(PathReport report) {
    session = report.session();
    client = report.client();
    path = report.path();
    state = report.state();
    epoch = report.epoch();
    srtt = report.srttNanos();
    minRtt = report.minRttNanos();
    outRate = report.outRate();
    inRate = report.inRate();
    outWindow = report.outWindow();
    inWindow = report.inWindow();
    outInFlight = report.outInFlight();
    inInFlight = report.inInFlight();
    mtuBytes = report.mtuBytes();
    outShare = report.outShare();
    inShare = report.inShare();
  }
}
