// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One side's halves of the strands; the server's first, the client's in answer.
 *
 * @param strands 1 to 64
 */
record Pair(SessionKey key, List<StrandOffer> strands) implements SessionMessage {
  Pair {
    strands = List.copyOf(strands);
  }

  @Override
  public int type() {
    return Wire.PAIR;
  }

  @Override
  public void writeFields(TlvWriter out) {
    ByteBuffer encoded = ByteBuffer.allocate(StrandOffer.MAX_ENCODED_BYTES);
    for (StrandOffer strand : strands) {
      strand.encode(encoded.clear());
      encoded.flip();
      out.open(Wire.TLV_STRAND, encoded.remaining()).put(encoded);
    }
  }

  static Pair read(SessionKey key, TlvReader fields) throws ProtocolException {
    List<StrandOffer> strands = new ArrayList<>();
    while (fields.next()) {
      switch (fields.type()) {
        case Wire.TLV_STRAND -> strands.add(readStrand(fields.value(), strands.size()));
        default -> fields.unknown();
      }
    }
    SessionMessage.require(!strands.isEmpty(), "a strand");
    return new Pair(key, strands);
  }

  private static StrandOffer readStrand(ByteBuffer value, int before) throws ProtocolException {
    if (before == Wire.MAX_STRANDS) {
      throw new ProtocolException("more than " + Wire.MAX_STRANDS + " strands");
    }
    try {
      StrandOffer strand = StrandOffer.decode(value);
      if (value.hasRemaining()) {
        throw new ProtocolException(value.remaining() + " bytes after a strand offer");
      }
      return strand;
    } catch (IllegalArgumentException malformed) {
      throw new ProtocolException(String.valueOf(malformed.getMessage()));
    }
  }
}
