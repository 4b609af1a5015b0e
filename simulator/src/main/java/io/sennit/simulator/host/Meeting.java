// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.roce.RemotePort;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.RendezvousException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What two simulated devices tell each other in a rendezvous: the ports of each. The production
 * rendezvous also says hello over UDP, to learn whether the ports reach each other; here all do.
 *
 * @param invitation a number that the answer repeats
 * @param ports of the sender, in order
 */
record Meeting(long invitation, List<RemotePort> ports) {
  private static final int PORT_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES + Long.BYTES;

  Meeting {
    ports = List.copyOf(ports);
  }

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES + ports.size() * PORT_BYTES);
    out.putLong(invitation);
    for (RemotePort port : ports) {
      out.putLong(port.address().high())
          .putLong(port.address().low())
          .putInt(port.receivePort())
          .putInt(port.mtuBytes())
          .putLong(port.receiveBudgetBytes());
    }
    return out.array();
  }

  static Meeting decode(byte[] bytes) throws RendezvousException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      long invitation = in.getLong();
      List<RemotePort> ports = new ArrayList<>();
      while (in.hasRemaining()) {
        IpAddress address = new IpAddress(in.getLong(), in.getLong());
        ports.add(new RemotePort(address, in.getInt(), in.getInt(), in.getLong()));
      }
      return new Meeting(invitation, ports);
    } catch (BufferUnderflowException | IllegalArgumentException malformed) {
      throw new RendezvousException("malformed: " + malformed.getMessage());
    }
  }
}
