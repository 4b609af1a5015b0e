// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.base.Randomness;
import java.nio.ByteBuffer;

/** 128 bits that nobody can guess: what an invitation, and the peer that takes it, is known by. */
record Token(long high, long low) {
  static final int BYTES = 16;
  static final Token NONE = new Token(0, 0);

  static Token random(Randomness randomness) {
    return new Token(randomness.nextLong(), randomness.nextLong());
  }

  static Token read(ByteBuffer from, int at) {
    return new Token(from.getLong(at), from.getLong(at + Long.BYTES));
  }

  void write(ByteBuffer into) {
    into.putLong(high).putLong(low);
  }
}
