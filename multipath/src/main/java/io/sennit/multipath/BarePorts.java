// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Gives a port that has come, or come back, the places of further paths, if it has no strand
 * because there are as many as there may be. Opener only.
 */
final class BarePorts {
  private final Core core;
  private final StrandSet strands;
  private final Rebuilder rebuilder;
  private final Opening opening;

  BarePorts(Core core, StrandSet strands, Rebuilder rebuilder, Opening opening) {
    this.core = core;
    this.strands = strands;
    this.rebuilder = rebuilder;
    this.opening = opening;
  }

  int step() {
    StrandPath waiting = null;
    int most = 0;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      int bare = findsNoPlace(path) ? bareEnds(path) : 0;
      waiting = bare > most ? path : waiting;
      most = Math.max(most, bare);
    }
    return waiting == null ? 0 : makePlace(waiting);
  }

  /** Rests as many as are too many, at once; those that are being closed count as gone. */
  private int makePlace(StrandPath path) {
    int excess = strands.wantedBeside(path) - closing() + 1 - core.config.maxPaths();
    int rested = 0;
    while (rested < excess && restOne()) {
      rested++;
    }
    if (rested > 0) {
      rebuilder.hurry(path);
    }
    return rested;
  }

  private int closing() {
    int closing = 0;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      closing += path.resting && path.strand != null ? 1 : 0;
    }
    return closing;
  }

  /** Of its two ports those on which nothing carries traffic. */
  private int bareEnds(StrandPath path) {
    int own = 1;
    int peers = 1;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath other = strands.path(i);
      if (other.isGood()) {
        own = other.path.localPort() == path.path.localPort() ? 0 : own;
        peers = other.path.remotePort() == path.path.remotePort() ? 0 : peers;
      }
    }
    return own + peers;
  }

  private boolean findsNoPlace(StrandPath path) {
    return !path.spare
        && path.strand == null
        && !path.portFailed
        && path.rebuildAtNanos != Long.MAX_VALUE
        && strands.wantedBeside(path) >= core.config.maxPaths();
  }

  private boolean restOne() {
    for (int i = strands.size() - 1; i >= 0; i--) {
      StrandPath path = strands.path(i);
      if (path.spare && !path.resting && path.strand != null && !opening.tries(path)) {
        path.worthwhile = path.isGood();
        opening.rest(path, "another port has no strand");
        return true;
      }
    }
    return false;
  }
}
