// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.verbs.Device;
import io.sennit.verbs.tck.ProviderContract;
import java.util.Map;

/** The contract that every provider keeps, over real sockets. */
final class UdpContractTest extends ProviderContract {
  @Override
  protected Device device() {
    return new RoceProvider().open(Map.of("addresses", "127.0.0.1", "retryCount", "9"));
  }
}
