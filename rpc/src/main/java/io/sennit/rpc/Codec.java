// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.lang.foreign.MemorySegment;

/**
 * How values of one type become bytes and back; reads from and writes into memory where it is,
 * which may be registered memory. Safe from any thread.
 *
 * <p>A protobuf message needs no more than this, and no dependency here:
 *
 * <pre>{@code
 * long encodedBytes(M message) { return message.getSerializedSize(); }
 * void encode(M message, MemorySegment into) {
 *   CodedOutputStream out = CodedOutputStream.newInstance(into.asByteBuffer());
 *   message.writeTo(out);
 *   out.flush();
 * }
 * M decode(MemorySegment from) { return parser.parseFrom(from.asByteBuffer()); }
 * }</pre>
 */
public interface Codec<T> {
  /** How many bytes {@link #encode} will write, exactly. */
  long encodedBytes(T value);

  /**
   * Writes the value.
   *
   * @param into exactly {@link #encodedBytes} long; not to be kept
   */
  void encode(T value, MemorySegment into) throws Exception;

  /**
   * Reads a value.
   *
   * @param from read-only, untrusted, valid only during this call
   * @throws Exception if these bytes are no value: the call ends with a status, nothing else does
   */
  T decode(MemorySegment from) throws Exception;

  /** Text in UTF-8; malformed bytes are refused. */
  static Codec<String> utf8() {
    return Utf8Codec.INSTANCE;
  }

  /** Arrays, copied. */
  static Codec<byte[]> bytes() {
    return BytesCodec.INSTANCE;
  }

  /**
   * Bodies as they are, without a copy: the receiver closes what it gets, the sender what it
   * passed.
   */
  static Codec<Body> body() {
    return BodyCodec.INSTANCE;
  }
}
