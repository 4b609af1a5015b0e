// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.WritableBuffer;
import io.sennit.rpc.Body;
import java.nio.ByteBuffer;

/**
 * A body being filled by gRPC's framer, in the memory that the peer will read it from: marshalling
 * is the only copy. Not safe from several threads.
 *
 * <p>Ownership: owns the body until {@link #detach} or {@link #release}.
 */
final class BodyWritableBuffer implements WritableBuffer {
  private final Body body;
  private final ByteBuffer bytes;

  BodyWritableBuffer(Body body) {
    this.body = body;
    bytes = body.asByteBuffer();
  }

  @Override
  public void write(byte[] src, int srcIndex, int length) {
    if (length > bytes.remaining()) {
      throw new IndexOutOfBoundsException(length + " bytes into " + bytes.remaining());
    }
    bytes.put(src, srcIndex, length);
  }

  @Override
  public void write(byte b) {
    bytes.put(b);
  }

  @Override
  public int writableBytes() {
    return bytes.remaining();
  }

  @Override
  public int readableBytes() {
    return bytes.position();
  }

  @Override
  public void release() {
    body.close();
  }

  /** The bytes written so far; the caller owns them now, and this buffer must not be used again. */
  Body detach() {
    if (!bytes.hasRemaining()) {
      return body;
    }
    Body written = body.slice(0, bytes.position());
    body.close();
    return written;
  }
}
