// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

/** The two ECN bits of the IP header. */
public final class Ecn {
  /** Sent: ECT(0), routes may mark the packet instead of dropping it. */
  public static final int CAPABLE = 2;

  /** Received: a queue on the way was long. */
  public static final int CONGESTED = 3;

  /** How many bits there are; above them, in the same octet, is the DSCP. */
  public static final int BITS = 2;

  private Ecn() {}
}
