// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import java.net.NetworkInterface;
import java.util.List;

/**
 * A program that opens a device's addresses, looks three times for others, and cannot list the
 * interfaces the second time; prints after each look how many listings it took and what the ports
 * are.
 */
final class ShortSightedReporter {
  private static int listings;

  private ShortSightedReporter() {}

  private static List<NetworkInterface> list() {
    listings++;
    if (listings == 3) {
      throw new IllegalStateException("no descriptor (expected by the test)");
    }
    return LocalAddresses.interfaces();
  }

  /** No arguments. */
  public static void main(String[] args) {
    Addresses addresses =
        Addresses.find(List.of(), RoceConfig.MOST_LINK_BYTES, ShortSightedReporter::list);
    for (int look = 0; look < 3; look++) {
      addresses.follow(new Content());
      System.out.println(
          listings + " " + addresses.all().stream().map(LocalAddress::name).toList());
    }
  }

  /** Has every port, and opens what it is told to. */
  private static final class Content implements Addresses.Loop {
    @Override
    public boolean has(int port, LocalAddress address) {
      return true;
    }

    @Override
    public boolean open(int port, LocalAddress address) {
      return true;
    }
  }
}
