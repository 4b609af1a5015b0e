// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class FrameReaderTest {
  private static final SessionKey KEY = new SessionKey(7, 1);

  private final FrameReader reader = new FrameReader();

  @Test
  void connectionThatSaysNothingHoldsNothing() throws ProtocolException {
    assertEquals(0, reader.capacityBytes());
    assertNull(reader.next());
    assertEquals(0, reader.capacityBytes());
  }

  @Test
  void whatIsHeldGrowsWithWhatCameAndNotWithWhatWasAnnounced() throws ProtocolException {
    ByteBuffer bytes = frame(49_000);
    int came = 0;
    while (bytes.remaining() > 1) {
      int count = Math.min(100, bytes.remaining() - 1);
      reader.take(bytes.slice(bytes.position(), count));
      bytes.position(bytes.position() + count);
      came += count;
      assertNull(reader.next());
      int held = reader.capacityBytes();
      assertTrue(held <= 2 * came + 200, came + " bytes came, " + held + " are held");
    }
    reader.take(bytes);
    BraidFrame whole = assertInstanceOf(BraidFrame.class, reader.next());
    assertEquals(16_000, whole.frame().size());
  }

  @Test
  void nothingIsHeldBetweenFrames() throws ProtocolException {
    reader.take(frame(0));
    assertNotNull(reader.next());
    assertEquals(0, reader.capacityBytes());
    byte[] ping = new Echo(Wire.PING, KEY, 5).encode();
    reader.take(ByteBuffer.wrap(ping));
    assertNotNull(reader.next());
    assertEquals(0, reader.capacityBytes());
  }

  /** The preamble and a frame of the braid with padding that the reader does not know. */
  private static ByteBuffer frame(int padding) {
    byte[] known = new BraidFrame(KEY, Octets.of(new byte[16_000])).encode();
    byte[] preamble = FrameReader.preamble();
    ByteBuffer all = ByteBuffer.allocate(preamble.length + known.length + padding + 8);
    all.put(preamble).put(known);
    int left = padding;
    int grown = known.length - Wire.FRAME_HEADER_BYTES;
    while (left > 4) {
      int length = Math.min(left - 4, 10_000);
      all.putShort((short) 0x7001).putShort((short) length);
      all.position(all.position() + length);
      left -= 4 + length;
      grown += 4 + length;
    }
    all.flip();
    all.putInt(preamble.length + 4, grown);
    return all;
  }
}
