// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;

/**
 * The bytes of the rendezvous. The offer and the answer travel through the session's bootstrap; the
 * hello and the welcome over the local socket, each with a file.
 *
 * <pre>
 * every one   4 magic "SNSM"   1 version   1 kind   2 reserved: sent as 0, ignored
 * OFFER       16 invitation    1 to 100 name of the socket
 * HELLO       16 invitation
 * WELCOME     16 reserved: sent as 0, ignored (who is not welcome is hung up on)
 * ANSWER      32 nonce that the accepting side read in the inviting side's memory
 *             32 nonce of the accepting side's memory
 * </pre>
 */
final class RendezvousWire {
  static final int INVITATION_BYTES = 16;
  static final int MOST_NAME_BYTES = 100;
  static final int HELLO_BYTES = 24;

  private static final int MAGIC = 0x534e534d;
  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 8;

  private RendezvousWire() {}

  /** What a message is. */
  enum Kind {
    OFFER(1),
    HELLO(2),
    WELCOME(3),
    ANSWER(4);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }
  }

  static byte[] encode(Kind kind, byte[] first, byte[] second) {
    return ByteBuffer.allocate(HEADER_BYTES + first.length + second.length)
        .putInt(MAGIC)
        .put(VERSION)
        .put(kind.code)
        .putShort((short) 0)
        .put(first)
        .put(second)
        .array();
  }

  /** The body of a message. */
  static ByteBuffer decode(Kind kind, byte[] bytes, int leastBody, int mostBody)
      throws RendezvousException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int body = bytes.length - HEADER_BYTES;
    if (body < leastBody || body > mostBody || buffer.getInt() != MAGIC) {
      throw new RendezvousException(
          "the peer's shared-memory " + kind + " is malformed: " + bytes.length + " bytes");
    }
    byte version = buffer.get();
    if (version != VERSION) {
      throw new RendezvousException("the peer speaks shared memory version " + version);
    }
    if (buffer.get() != kind.code) {
      throw new RendezvousException("the peer sent something else than a shared-memory " + kind);
    }
    buffer.getShort();
    return buffer;
  }

  static byte[] take(ByteBuffer from, int bytes) {
    byte[] taken = new byte[bytes];
    from.get(taken);
    return taken;
  }

  static byte[] welcome() {
    return encode(Kind.WELCOME, new byte[INVITATION_BYTES], new byte[0]);
  }
}
