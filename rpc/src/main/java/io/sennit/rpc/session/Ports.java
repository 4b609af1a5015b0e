// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Utf8;
import io.sennit.verbs.Port;
import java.nio.ByteBuffer;
import java.util.List;

/** Lists of ports on the wire: one field each, index u16 and name. */
final class Ports {
  private Ports() {}

  static void write(List<Port> ports, TlvWriter out) {
    for (Port port : ports) {
      byte[] name = Utf8.bounded(port.name(), Wire.MAX_NAME_BYTES);
      out.open(Wire.TLV_PORT, Short.BYTES + name.length)
          .putShort((short) port.index())
          .put(name);
    }
  }

  /** Ports must come in order, 0 first, since a path names them by position. */
  static void add(List<Port> to, TlvReader field) throws ProtocolException {
    field.atLeast(Short.BYTES);
    ByteBuffer value = field.value();
    int index = Short.toUnsignedInt(value.getShort());
    if (index != to.size() || index >= Wire.MAX_PORTS || value.remaining() > Wire.MAX_NAME_BYTES) {
      throw new ProtocolException("port " + index + " at position " + to.size() + " (at most "
          + Wire.MAX_PORTS + " ports, names of " + Wire.MAX_NAME_BYTES + " bytes)");
    }
    to.add(new Port(index, Text.read(value)));
  }
}
