// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.WritableBuffer;
import io.sennit.rpc.Body;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A body being filled by gRPC's framer, in the memory that the peer will read it from: marshalling
 * is the only copy. Not safe from several threads.
 *
 * <p>Ownership: owns the body until {@link #detach} or {@link #release}. A framer whose call was
 * cancelled, or whose marshaller threw, forgets its buffer; no one can say when the application's
 * thread has stopped writing to it but the collector, so a forgotten body is closed then.
 */
final class BodyWritableBuffer implements WritableBuffer {
  private static final Cleaner CLEANER = Cleaner.create();

  private final Held held;
  private final Cleaner.@Nullable Cleanable forgotten;
  private final ByteBuffer bytes;

  /** The body alone: what cleans up must not reach the buffer. */
  private record Held(AtomicReference<@Nullable Body> body) implements Runnable {
    @Nullable
    Body take() {
      return body.getAndSet(null);
    }

    @Override
    public void run() {
      Body left = take();
      if (left != null) {
        left.close();
      }
    }
  }

  private BodyWritableBuffer(Body body, boolean pooled) {
    held = new Held(new AtomicReference<>(body));
    bytes = body.asByteBuffer();
    forgotten = pooled ? CLEANER.register(this, held) : null;
  }

  /** Over memory of a pool, which must come back. */
  static BodyWritableBuffer ofPool(Body body) {
    return new BodyWritableBuffer(body, true);
  }

  /** Over an array of its own. */
  static BodyWritableBuffer ofHeap(int bytes) {
    return new BodyWritableBuffer(Body.onHeap(bytes), false);
  }

  @Override
  public void write(byte[] src, int srcIndex, int length) {
    if (length > bytes.remaining()) {
      throw new IndexOutOfBoundsException(length + " bytes into " + bytes.remaining());
    }
    try {
      bytes.put(src, srcIndex, length);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void write(byte b) {
    try {
      bytes.put(b);
    } finally {
      Reference.reachabilityFence(this);
    }
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
    held.run();
    forget();
  }

  /** The bytes written so far; the caller owns them now, and this buffer must not be used again. */
  Body detach() {
    Body body = held.take();
    forget();
    if (body == null) {
      throw new IllegalStateException("released or detached before");
    }
    if (!bytes.hasRemaining()) {
      return body;
    }
    Body written = body.slice(0, bytes.position());
    body.close();
    return written;
  }

  /** Takes it off the cleaner's list; there is nothing left to close. */
  private void forget() {
    if (forgotten != null) {
      forgotten.clean();
    }
  }
}
