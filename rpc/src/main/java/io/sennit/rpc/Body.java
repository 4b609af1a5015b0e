// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Copies;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A handle on the bytes of a message. Several handles may share one piece of memory, which is free
 * again when the last of them is closed; closing is idempotent, and using a closed handle throws
 * {@link IllegalStateException} in every build.
 *
 * <p>Ownership: whoever received or allocated a handle closes it. Passing a body to a call does not
 * take it away: the call makes its own handle. From then on the memory is read-only in this process
 * until {@link #released()}, since the peer may be reading it. A body that was received is
 * read-only from the start: a late copy of the same bytes may still come and undo what was written.
 * Segments and buffers obtained from a handle must not be used after it was closed: their memory
 * may belong to another body.
 *
 * <p>Safe from any thread; the bytes themselves are as safe as any memory.
 */
public final class Body implements AutoCloseable {
  /** Longest buffer and array that every machine makes. */
  static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

  private static final VarHandle CLOSED;
  private static final VarHandle TARGETED;

  static {
    try {
      CLOSED = MethodHandles.lookup().findVarHandle(Body.class, "closed", boolean.class);
      TARGETED = MethodHandles.lookup().findVarHandle(Body.class, "targeted", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Storage storage;
  private final int life;
  private final long offset;
  private final long length;
  private final LeakDetector.Track track;
  private @Nullable MemorySegment view;

  @SuppressWarnings("unused") // through CLOSED
  private volatile boolean closed;

  @SuppressWarnings("unused") // through TARGETED
  private volatile boolean targeted;

  Body(Storage storage, int life, long offset, long length) {
    this.storage = storage;
    this.life = life;
    this.offset = offset;
    this.length = length;
    track = LeakDetector.track(this, storage, length);
  }

  /** No bytes, unregistered. */
  public static Body empty() {
    return wrap(new byte[0]);
  }

  /** A view of the array, which must not change until {@link #released()}; unregistered. */
  public static Body wrap(byte[] bytes) {
    return wrap(MemorySegment.ofArray(bytes));
  }

  /**
   * For the faces: a fresh array, which counts as memory that is held while it waits to be sent.
   */
  public static Body onHeap(int bytes) {
    Storage storage = new PlainStorage(MemorySegment.ofArray(new byte[bytes]), bytes, () -> {});
    return new Body(storage, storage.begin(), 0, bytes);
  }

  /** A view of the segment, which must stay alive and unchanged until {@link #released()}. */
  public static Body wrap(MemorySegment memory) {
    return wrap(memory, () -> {});
  }

  /**
   * A view of the segment, unregistered.
   *
   * @param onReleased run once when the last handle was closed, on the thread that closed it, which
   *     may be a loop: it must not block
   */
  public static Body wrap(MemorySegment memory, Runnable onReleased) {
    Storage storage = new PlainStorage(memory, 0, onReleased);
    return new Body(storage, storage.begin(), 0, memory.byteSize());
  }

  /** Bytes. */
  public long length() {
    requireOpen();
    return length;
  }

  /** The memory, without a copy; read-only if it was received or passed to a call. */
  public MemorySegment segment() {
    requireOpen();
    MemorySegment known = view;
    if (known == null) {
      known = storage.memory().asSlice(offset, length);
      view = known;
    }
    if (storage.isLent() && !known.isReadOnly()) {
      known = known.asReadOnly();
      view = known;
    }
    return known;
  }

  /**
   * The memory as a buffer, without a copy; read-only if it was received or passed to a call.
   *
   * @throws UnsupportedOperationException if longer than a buffer can be (2 GiB less 9 bytes)
   */
  public ByteBuffer asByteBuffer() {
    requireAtMost("a ByteBuffer");
    return segment().asByteBuffer();
  }

  /**
   * A copy on the heap, counted as such.
   *
   * @throws UnsupportedOperationException if longer than an array can be (2 GiB less 9 bytes)
   */
  public byte[] toByteArray() {
    requireAtMost("an array");
    byte[] copy = new byte[(int) length()];
    copyTo(0, MemorySegment.ofArray(copy), 0, copy.length);
    return copy;
  }

  /** The byte at that index. */
  public byte byteAt(long index) {
    return segment().get(ValueLayout.JAVA_BYTE, index);
  }

  /** Another handle on the same bytes, to be closed on its own. */
  public Body retain() {
    return handle(offset, length);
  }

  /** Another handle on a part of the bytes, to be closed on its own. */
  public Body slice(long from, long sliceLength) {
    if (from < 0 || sliceLength < 0 || from > length - sliceLength) {
      throw new IndexOutOfBoundsException(
          "slice " + from + " + " + sliceLength + " of " + length + " bytes");
    }
    return handle(offset + from, sliceLength);
  }

  /** Completes when all handles on this memory are closed, the framework's own included. */
  public CompletableFuture<Void> released() {
    return storage.whenReleased(life);
  }

  /** Gives this handle back; the second time nothing happens. */
  @Override
  public void close() {
    if (CLOSED.compareAndSet(this, false, true)) {
      track.closed();
      storage.release();
    }
  }

  public boolean isClosed() {
    return closed;
  }

  /** For the stream engine: whether the bytes are in registered memory of that pool's session. */
  public boolean isRegisteredIn(BodyPool pool) {
    PooledStorage pooled = storage.pooled();
    return pooled != null && pooled.pool() == pool;
  }

  /** For the stream engine: the region that holds the bytes, if {@link #isRegisteredIn}. */
  public MemoryRegion region() {
    requireOpen();
    return pooled().region();
  }

  /** For the stream engine: where the bytes begin in {@link #region()}. */
  public long regionOffset() {
    requireOpen();
    return pooled().offset() + offset;
  }

  /** For the stream engine: bytes of heap that are held for nothing but this body. */
  public long heapBytes() {
    return storage.heapBytes();
  }

  /** For the stream engine: copies a part out, counted, without a view of it. */
  public void copyTo(long from, MemorySegment into, long intoOffset, long bytes) {
    requireOpen();
    Objects.checkFromIndexSize(from, bytes, length);
    Copies.copy(storage.memory(), offset + from, into, intoOffset, bytes);
  }

  /** For the stream engine: fills a part, counted, without a view of it. */
  public void copyFrom(MemorySegment from, long fromOffset, long at, long bytes) {
    requireOpen();
    Objects.checkFromIndexSize(at, bytes, length);
    Copies.copy(from, fromOffset, storage.memory(), offset + at, bytes);
  }

  /** For the stream engine: the bytes came from the peer; the memory is read-only from now on. */
  public void seal() {
    storage.lend();
  }

  /** A handle for a call; the memory is read-only from now on. */
  Body lend() {
    Body handle = retain();
    storage.lend();
    return handle;
  }

  /** For the stream engine: whether the peer of that pool's session may be let write here. */
  public boolean isTargetIn(BodyPool pool) {
    PooledStorage pooled = storage.pooled();
    return pooled != null && pooled.pool() == pool && pooled.isTarget();
  }

  /**
   * A handle with a life of its own on the same memory, for the peer to write into: its end can be
   * told from that of the other handles.
   *
   * @param onReleased run once when the fork and all handles made from it are closed
   * @throws IllegalStateException if an earlier fork of this handle lives: two writers at once
   */
  Body fork(Runnable onReleased) {
    Body kept = retain();
    if (!TARGETED.compareAndSet(this, false, true)) {
      kept.close();
      throw new IllegalStateException("an earlier call may still write into this body");
    }
    boolean made = false;
    try {
      Storage fork = new ForkedStorage(kept, () -> {
        targeted = false;
        onReleased.run();
      });
      Body body = new Body(fork, fork.begin(), offset, length);
      made = true;
      return body;
    } finally {
      if (!made) {
        targeted = false;
        kept.close();
      }
    }
  }

  Storage storage() {
    return storage;
  }

  private Body handle(long newOffset, long newLength) {
    requireOpen();
    if (!storage.acquire(life)) {
      throw closedException();
    }
    boolean made = false;
    try {
      Body body = new Body(storage, life, newOffset, newLength);
      made = true;
      return body;
    } finally {
      if (!made) {
        storage.release();
      }
    }
  }

  private PooledStorage pooled() {
    PooledStorage pooled = storage.pooled();
    if (pooled == null) {
      throw new IllegalStateException("not in registered memory; see isRegisteredIn");
    }
    return pooled;
  }

  private void requireAtMost(String what) {
    if (length() > MOST_ARRAY_BYTES) {
      throw new UnsupportedOperationException("a body of " + length + " bytes is too long for "
          + what + ", which has at most " + MOST_ARRAY_BYTES + "; use segment()");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw closedException();
    }
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("this body is closed; retain() it to use it for longer");
  }

  @Override
  public String toString() {
    return "Body[" + length + " bytes" + (closed ? ", closed]" : "]");
  }
}
