// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.AbstractReadableBuffer;
import io.grpc.internal.ReadableBuffer;
import io.sennit.rpc.Body;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A received body as gRPC reads it: parts are handed on as further handles on the same memory, and
 * {@link #getByteBuffer} shows it without a copy. Not safe from several threads.
 *
 * <p>Ownership: takes the body over and closes it with itself.
 */
final class BodyReadableBuffer extends AbstractReadableBuffer {
  private static final int COPY_CHUNK_BYTES = 8 * 1024;

  private final Body body;
  private final ByteBuffer bytes;

  /** @param body at most 2 GiB, else {@link UnsupportedOperationException} */
  BodyReadableBuffer(Body body) {
    this.body = body;
    bytes = body.asByteBuffer();
  }

  @Override
  public int readableBytes() {
    return bytes.remaining();
  }

  @Override
  public int readUnsignedByte() {
    checkReadable(1);
    return bytes.get() & 0xFF;
  }

  @Override
  public void skipBytes(int length) {
    checkReadable(length);
    bytes.position(bytes.position() + length);
  }

  @Override
  public void readBytes(byte[] dest, int destOffset, int length) {
    checkReadable(length);
    bytes.get(dest, destOffset, length);
  }

  @Override
  public void readBytes(OutputStream dest, int length) throws IOException {
    checkReadable(length);
    byte[] chunk = new byte[Math.min(length, COPY_CHUNK_BYTES)];
    for (int left = length; left > 0; ) {
      int now = Math.min(left, chunk.length);
      bytes.get(chunk, 0, now);
      dest.write(chunk, 0, now);
      left -= now;
    }
  }

  @Override
  public ReadableBuffer readBytes(int length) {
    checkReadable(length);
    int from = bytes.position();
    bytes.position(from + length);
    return new BodyReadableBuffer(body.slice(from, length));
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public void mark() {
    bytes.mark();
  }

  @Override
  public void reset() {
    bytes.reset();
  }

  @Override
  public boolean byteBufferSupported() {
    return true;
  }

  @Override
  public @Nullable ByteBuffer getByteBuffer() {
    return bytes.hasRemaining() ? bytes.slice().asReadOnlyBuffer() : null;
  }

  @Override
  public void close() {
    body.close();
  }
}
