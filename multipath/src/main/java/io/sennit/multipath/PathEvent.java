// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What every event of a path says. */
@Category({"Sennit", "Braid"})
@StackTrace(false)
abstract sealed class PathEvent extends Event {
  @Label("Session")
  @Description("Its id in hexadecimal digits, as in the log; the same on both sides")
  String session = "";

  @Label("Generation")
  @Description("Of the session: how often its braid was made anew")
  int generation;

  @Label("Opener")
  @Description("Whether this side opened the session; both may be in one process")
  boolean opener;

  @Label("Path")
  @Description("Local port, remote port, route label")
  String path = "";

  @Label("Epoch")
  @Description("Life of the strand on this path")
  long epoch;

  @Name("io.sennit.PathState")
  @Label("Path State")
  @Description("A path has come into another state")
  @StackTrace(false)
  static final class StateChange extends PathEvent {
    @Label("From")
    String from = "";

    @Label("To")
    String to = "";

    @Label("Cause")
    @Description("Empty if it is the way of things")
    String cause = "";
  }

  @Name("io.sennit.Strands")
  @Label("Strands")
  @Description("The braid decides how many strands it has, and on which routes")
  @StackTrace(false)
  static final class Shape extends PathEvent {
    @Label("Decision")
    @Description("open, keep, rest or forget")
    String decision = "";

    @Label("Why")
    String why = "";
  }

  @Name("io.sennit.Hedge")
  @Label("Hedge")
  @Description("A second copy of what a suspect path has in flight")
  @StackTrace(false)
  static final class Hedge extends PathEvent {
    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  @Name("io.sennit.Fence")
  @Label("Fence")
  @Description("A strand is fenced, or its fence is answered")
  @StackTrace(false)
  static final class Fence extends PathEvent {
    @Label("Frame")
    @Description("FENCE or FENCE_ACK")
    String frame = "";

    @Label("Received")
    @Description("From the peer, and not sent to it")
    boolean received;
  }

  @Name("io.sennit.Quarantine")
  @Label("Quarantine")
  @Description("Memory waits for the fence of a lost strand")
  @StackTrace(false)
  static final class Quarantine extends PathEvent {
    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  @Name("io.sennit.Rebuild")
  @Label("Rebuild")
  @Description("A new strand is proposed for a path")
  @StackTrace(false)
  static final class Rebuild extends PathEvent {
    @Label("Pause")
    @Description("Before it, since the last strand was over")
    @Timespan(Timespan.NANOSECONDS)
    long pause;
  }
}
