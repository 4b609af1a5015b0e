// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

/** A kind of line in a {@link Trace}: its name and those of its three numbers. Immutable. */
public final class TraceEvent {
  private final String name;
  private final String first;
  private final String second;
  private final String third;
  private final long code;

  private TraceEvent(String name, String first, String second, String third) {
    this.name = name;
    this.first = first;
    this.second = second;
    this.third = third;
    code = Seeds.hash(Seeds.hash(Seeds.hash(Seeds.hash(0, name), first), second), third);
  }

  /** A kind of line, such as {@code lost link=3 bytes=1024 cause=2}. */
  public static TraceEvent of(String name, String first, String second, String third) {
    return new TraceEvent(name, first, second, third);
  }

  /** The same for every event of that name, in every process. */
  long code() {
    return code;
  }

  String text(long one, long two, long three) {
    return name + " " + first + "=" + one + " " + second + "=" + two + " " + third + "=" + three;
  }
}
