// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.Burst;
import io.sennit.roce.PacketSink;
import java.util.List;

/** Where an event loop's packets leave; confined to its thread. */
final class SendPorts implements PacketSink {
  private final List<SendPort> ports;

  /** @param ports by their index */
  SendPorts(List<SendPort> ports) {
    this.ports = ports;
  }

  @Override
  public boolean numbersSegments(int localPort) {
    return ports.get(localPort).segments();
  }

  @Override
  public int send(Burst[] bursts, int count) {
    for (int at = 0; at < count; at++) {
      if (!ports.get(bursts[at].localPort()).send(bursts[at])) {
        return at;
      }
    }
    return count;
  }
}
