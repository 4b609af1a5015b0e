// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.wire.IpAddress;
import java.util.Optional;

/** Tries, without trace, whether this machine has what the room needs. Safe from any thread. */
public final class Probe {
  private static final IpAddress LOOPBACK = IpAddress.ofIpv4(0x7f000001);
  private static final String DENIED =
      "Native access is denied; start Java with --enable-native-access=io.sennit.roce"
          + " (ALL-UNNAMED on the class path).";

  /** A class that could not be initialised says why only once, so the answer is kept. */
  private static final Optional<String> OBSTACLE = findObstacle();

  private Probe() {}

  /** A sentence that says what is missing and what to do; empty if nothing is. */
  public static Optional<String> obstacle() {
    return OBSTACLE;
  }

  private static Optional<String> findObstacle() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return Optional.of("RoCEv2 in user space is supported on Linux only.");
    }
    if (Processor.CURRENT == Processor.UNKNOWN) {
      return Optional.of("RoCEv2 in user space is supported on x86-64 and aarch64, not on "
          + System.getProperty("os.arch")
          + ".");
    }
    try {
      EventPoll.open().close();
      UdpSocket.open(LOOPBACK, 0).close();
      return Optional.empty();
    } catch (OsException e) {
      return Optional.of("RoCEv2 in user space needs UDP sockets and epoll; this machine says: "
          + e.reason()
          + ".");
    } catch (IllegalCallerException e) {
      return Optional.of(DENIED);
    } catch (LinkageError e) {
      return Optional.of(
          e.getCause() instanceof IllegalCallerException
              ? DENIED
              : "This Java cannot call the system's C library: " + e + ".");
    }
  }
}
