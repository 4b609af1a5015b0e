// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.spi;

import io.sennit.roce.wire.IpAddress;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The local addresses of this process whose packets vanish without a trace, in both directions: how
 * a program cuts a path to see what happens. Has an effect where the device {@code faults} is
 * switched on ({@code -Dsennit.roce.devices=faults}). Safe from any thread.
 */
public final class BlackHoles {
  private static final Set<IpAddress> CUT = ConcurrentHashMap.newKeySet();

  private BlackHoles() {}

  /** From now on no packet leaves this address or is received by it. */
  public static void cut(InetAddress local) {
    CUT.add(IpAddress.of(local.getAddress()));
  }

  /** Packets pass again. */
  public static void restore(InetAddress local) {
    CUT.remove(IpAddress.of(local.getAddress()));
  }

  /** Whether packets of this address vanish. */
  public static boolean swallow(IpAddress local) {
    return CUT.contains(local);
  }
}
