// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.AbstractReadableBuffer;
import io.grpc.internal.ReadableBuffer;
import io.sennit.rpc.Body;
import io.sennit.rpc.Movable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A received body as gRPC reads it: parts are handed on as further handles on the same memory, and
 * {@link #getByteBuffer} shows it without a copy. One thread reads at a time; others may move the
 * bytes to the heap meanwhile, unless they were shown.
 *
 * <p>Ownership: takes the body over and closes it with itself. A copy on the heap counts as held
 * until it is closed or the collector finds that nobody can read it.
 */
final class BodyReadableBuffer extends AbstractReadableBuffer implements Movable {
  private static final int COPY_CHUNK_BYTES = 8 * 1024;
  private static final Cleaner CLEANER = Cleaner.create();

  private final ReadableBodies home;
  private Body body;
  private ByteBuffer bytes;
  private int markAt;
  private boolean shown;
  private boolean pooled;
  private Cleaner.@Nullable Cleanable copy;

  /**
   * To be made by {@link ReadableBodies#give}.
   *
   * @param body at most 2 GiB, else {@link UnsupportedOperationException}
   */
  BodyReadableBuffer(Body body, ReadableBodies home) {
    this.body = body;
    this.home = home;
    bytes = body.asByteBuffer();
    pooled = body.isRegisteredIn(home.session().bodies());
  }

  @Override
  public synchronized int readableBytes() {
    return bytes.remaining();
  }

  @Override
  public synchronized int readUnsignedByte() {
    checkReadable(1);
    return bytes.get() & 0xFF;
  }

  @Override
  public synchronized void skipBytes(int length) {
    checkReadable(length);
    bytes.position(bytes.position() + length);
  }

  @Override
  public synchronized void readBytes(byte[] dest, int destOffset, int length) {
    checkReadable(length);
    bytes.get(dest, destOffset, length);
  }

  @Override
  public void readBytes(OutputStream dest, int length) throws IOException {
    checkReadable(length);
    byte[] chunk = new byte[Math.min(length, COPY_CHUNK_BYTES)];
    for (int left = length; left > 0; ) {
      int now = Math.min(left, chunk.length);
      readBytes(chunk, 0, now);
      dest.write(chunk, 0, now);
      left -= now;
    }
  }

  @Override
  public synchronized ReadableBuffer readBytes(int length) {
    checkReadable(length);
    int from = bytes.position();
    bytes.position(from + length);
    return home.give(body.slice(from, length));
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public synchronized void mark() {
    markAt = bytes.position();
  }

  @Override
  public synchronized void reset() {
    bytes.position(markAt);
  }

  @Override
  public boolean byteBufferSupported() {
    return true;
  }

  /** From now on the bytes stay where they are until this is closed. */
  @Override
  public synchronized @Nullable ByteBuffer getByteBuffer() {
    shown = true;
    return bytes.hasRemaining() ? bytes.slice().asReadOnlyBuffer() : null;
  }

  @Override
  public synchronized long moveOut() {
    if (!pooled || shown) {
      return 0;
    }
    Optional<Body> room = home.session().onHeap(bytes.limit());
    room.ifPresent(this::moveTo);
    return room.isPresent() ? bytes.limit() : 0;
  }

  private void moveTo(Body heap) {
    ByteBuffer moved = heap.asByteBuffer();
    moved.put(bytes.duplicate().rewind()).position(bytes.position());
    leavePool();
    body = heap;
    bytes = moved;
    copy = CLEANER.register(this, heap::close);
  }

  /**
   * The call was cancelled: gives registered memory back at once, and the charge for heap when this
   * buffer is unreachable, since gRPC may still read it.
   */
  synchronized void abandon() {
    if (pooled && shown) {
      return;
    }
    if (!pooled) {
      copy = copy == null ? CLEANER.register(this, body::close) : copy;
    } else if (moveOut() == 0) {
      leavePool();
      body = Body.empty();
      bytes = ByteBuffer.allocate(0);
      markAt = 0;
    }
    home.left(this);
  }

  private void leavePool() {
    pooled = false;
    home.leftPool(this);
    body.close();
  }

  @Override
  public synchronized void close() {
    home.left(this);
    if (pooled) {
      leavePool();
    } else if (copy != null) {
      copy.clean();
    } else {
      body.close();
    }
  }
}
