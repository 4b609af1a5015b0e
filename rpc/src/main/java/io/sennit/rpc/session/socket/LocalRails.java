// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The addresses of this machine's links, of which each may be a rail of its own. */
final class LocalRails {
  private static final Logger LOG = LoggerFactory.getLogger(LocalRails.class);

  private LocalRails() {}

  /** Those of interfaces that are up, but loopback and addresses that are good on a link only. */
  static List<InetAddress> addresses() {
    try {
      return NetworkInterface.networkInterfaces()
          .filter(LocalRails::isUp)
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
          .toList();
    } catch (SocketException e) {
      LOG.debug("the interfaces of this machine cannot be listed", e);
      return List.of();
    }
  }

  /** One that cannot be asked, for want of a descriptor perhaps, may be up. */
  private static boolean isUp(NetworkInterface each) {
    try {
      return each.isUp();
    } catch (SocketException unknown) {
      return true;
    }
  }
}
