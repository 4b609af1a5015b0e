// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Addresses as a person writes them. */
final class Addresses {
  private Addresses() {}

  static byte[] bytes(String literal) {
    try {
      return InetAddress.getByName(literal).getAddress();
    } catch (UnknownHostException e) {
      throw new AssertionError(literal + " is a literal", e);
    }
  }
}
