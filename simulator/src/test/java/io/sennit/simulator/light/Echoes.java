// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** Makes what acknowledgements say, for tests of policies. */
public final class Echoes {
  private final Echo echo = new Echo();

  private Echoes() {}

  /** The echo of a packet with that label that met no queue. */
  public static Echoes of(int label, long sentNanos, long nowNanos) {
    Echoes made = new Echoes();
    made.echo.label = label;
    made.echo.sentNanos = sentNanos;
    made.echo.nowNanos = nowNanos;
    return made;
  }

  public Echoes number(long number) {
    echo.number = number;
    return this;
  }

  public Echoes marked() {
    echo.marked = true;
    return this;
  }

  public Echoes again() {
    echo.again = true;
    return this;
  }

  public Echoes idle() {
    echo.idle = true;
    return this;
  }

  /** Sets the number of other packets in flight. */
  public Echoes inFlight(int inFlight) {
    echo.inFlight = inFlight;
    return this;
  }

  public Echo echo() {
    return echo;
  }
}
