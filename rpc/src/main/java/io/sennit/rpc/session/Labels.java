// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Lists of route labels on the wire: u32 each, distinct. */
final class Labels {
  private Labels() {}

  static void write(List<Integer> labels, TlvWriter out) {
    ByteBuffer value = out.open(Wire.TLV_LABELS, labels.size() * Integer.BYTES);
    labels.forEach(value::putInt);
  }

  static List<Integer> read(TlvReader field) throws ProtocolException {
    ByteBuffer value = field.value();
    int count = value.remaining() / Integer.BYTES;
    if (count > Wire.MAX_LABELS || count * Integer.BYTES != value.remaining()) {
      throw new ProtocolException(value.remaining() + " bytes of route labels");
    }
    List<Integer> labels = new ArrayList<>();
    while (value.hasRemaining()) {
      int label = value.getInt();
      if (labels.contains(label)) {
        throw new ProtocolException("route label " + label + " comes twice");
      }
      labels.add(label);
    }
    return labels;
  }
}
