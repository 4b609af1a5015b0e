// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.spi.Settings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The UDP ports that sockets may be bound to which peers send to; the same ones on each address.
 *
 * @param first 1 to 65,535, or 0 for any that is free
 * @param last the same or more
 */
record UdpPorts(int first, int last) {
  static final UdpPorts ANY = new UdpPorts(0, 0);

  /** One for packets and one for hellos. */
  private static final int LEAST = 2;

  private static final int MOST = 65_535;
  private static final Pattern RANGE = Pattern.compile("(\\d{1,5})-(\\d{1,5})");

  UdpPorts {
    if (first < 0 || last < first || last > MOST || (first == 0 && last > 0)) {
      throw new IllegalArgumentException("ports " + first + " to " + last);
    }
  }

  /** Exactly this one. */
  static UdpPorts only(int port) {
    return new UdpPorts(port, port);
  }

  /** @throws IllegalArgumentException if the option is malformed; names it */
  static UdpPorts of(Settings settings, String option) {
    String said = settings.text(option);
    if (said.isEmpty()) {
      return ANY;
    }
    Matcher range = RANGE.matcher(said);
    int first = range.matches() ? Integer.parseInt(range.group(1)) : 0;
    int last = range.matches() ? Integer.parseInt(range.group(2)) : 0;
    if (first < 1 || last > MOST || last - first < LEAST - 1) {
      throw settings.refusal(
          option, "must be a range of " + LEAST + " ports or more, such as 47000-47015");
    }
    return new UdpPorts(first, last);
  }

  /** Whether there is no other to be tried. */
  boolean isOne() {
    return first == last;
  }

  /** Begins the sentence when none could be bound. */
  String allTried(IpAddress address) {
    return "binding each of UDP ports " + this + " of " + address
        + ", the range of roce.ports, which must be longer";
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }
}
