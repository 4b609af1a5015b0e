// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.nio.ByteBuffer;

/** Walks over the fields of a frame or of a nested field; everything it meets is untrusted. */
final class TlvReader {
  private final ByteBuffer in;
  private int fields;
  private int type;
  private ByteBuffer value = ByteBuffer.allocate(0);
  private long seenOnce;

  TlvReader(ByteBuffer in) {
    this.in = in;
  }

  /** Goes to the next field; false at the end. */
  boolean next() throws ProtocolException {
    if (!in.hasRemaining()) {
      return false;
    }
    if (++fields > Wire.MAX_TLVS) {
      throw new ProtocolException("more than " + Wire.MAX_TLVS + " fields");
    }
    if (in.remaining() < Wire.TLV_HEADER_BYTES) {
      throw new ProtocolException("a field header is cut short");
    }
    type = Short.toUnsignedInt(in.getShort());
    int length = Short.toUnsignedInt(in.getShort());
    if (length > in.remaining()) {
      throw new ProtocolException(
          "field " + name() + " claims " + length + " bytes, " + in.remaining() + " are left");
    }
    value = in.slice(in.position(), length);
    in.position(in.position() + length);
    return true;
  }

  int type() {
    return type;
  }

  /** For a field that nobody knows: fine if it is optional. */
  void unknown() throws ProtocolException {
    if ((type & Wire.CRITICAL) != 0) {
      throw new ProtocolException("critical field " + name() + " is unknown in version 1");
    }
  }

  /** For a field that may come once. */
  TlvReader once() throws ProtocolException {
    int number = type & ~Wire.CRITICAL;
    long bit = 1L << number << ((type & Wire.CRITICAL) != 0 ? 32 : 0);
    if ((seenOnce & bit) != 0) {
      throw new ProtocolException("field " + name() + " comes twice");
    }
    seenOnce |= bit;
    return this;
  }

  TlvReader nested() {
    return new TlvReader(value);
  }

  ByteBuffer value() {
    return value;
  }

  Octets octets(int maxBytes) throws ProtocolException {
    atMost(maxBytes);
    return Octets.of(value);
  }

  Octets octetsOf(int exactBytes) throws ProtocolException {
    exactly(exactBytes);
    return Octets.of(value);
  }

  String text(int maxBytes) throws ProtocolException {
    atMost(maxBytes);
    return Text.read(value);
  }

  int u16() throws ProtocolException {
    exactly(Short.BYTES);
    return Short.toUnsignedInt(value.getShort());
  }

  long u64() throws ProtocolException {
    exactly(Long.BYTES);
    return value.getLong();
  }

  void atLeast(int bytes) throws ProtocolException {
    if (value.remaining() < bytes) {
      throw new ProtocolException(
          "field " + name() + " has " + value.remaining() + " bytes, needs " + bytes);
    }
  }

  private void atMost(int bytes) throws ProtocolException {
    if (value.remaining() > bytes) {
      throw new ProtocolException(
          "field " + name() + " has " + value.remaining() + " bytes, at most " + bytes);
    }
  }

  private void exactly(int bytes) throws ProtocolException {
    if (value.remaining() != bytes) {
      throw new ProtocolException(
          "field " + name() + " has " + value.remaining() + " bytes, not " + bytes);
    }
  }

  private String name() {
    return "0x" + Integer.toHexString(type);
  }
}
