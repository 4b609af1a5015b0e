// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.internal.ReadableBuffer;
import io.sennit.rpc.Body;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class BodyBuffersTest {
  private static final byte[] BYTES = {1, 2, 3, 4, (byte) 0xF0, 6, 7};

  private final ReadableBodies bodies = new ReadableBodies(new PoolSession());

  @Test
  void writtenBytesAreTheDetachedBody() {
    BodyWritableBuffer buffer = BodyWritableBuffer.ofHeap(8);
    buffer.write(BYTES, 1, 3);
    buffer.write((byte) 9);
    assertEquals(4, buffer.readableBytes());
    assertEquals(4, buffer.writableBytes());
    try (Body body = buffer.detach()) {
      assertArrayEquals(new byte[] {2, 3, 4, 9}, body.toByteArray());
    }
  }

  @Test
  void aFullBufferIsDetachedWithoutAnotherHandle() {
    Body body = Body.wrap(new byte[BYTES.length]);
    BodyWritableBuffer buffer = BodyWritableBuffer.ofPool(body);
    buffer.write(BYTES, 0, BYTES.length);
    Body detached = buffer.detach();
    assertTrue(detached == body, "detached " + detached + " from " + body);
    detached.close();
  }

  @Test
  void writingPastTheEndThrowsAndWritesNothing() {
    BodyWritableBuffer buffer = BodyWritableBuffer.ofHeap(2);
    assertThrows(IndexOutOfBoundsException.class, () -> buffer.write(BYTES, 0, 3));
    assertEquals(0, buffer.readableBytes());
    buffer.release();
  }

  @Test
  void aForgottenBufferGivesItsMemoryBack() throws Exception {
    CompletableFuture<Void> released = forget();
    CountDownLatch freed = new CountDownLatch(1);
    var _ = released.thenRun(freed::countDown);
    for (int i = 0; i < 100; i++) {
      System.gc();
      if (freed.await(100, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
    throw new AssertionError("the memory of a forgotten buffer never came back");
  }

  private static CompletableFuture<Void> forget() {
    Body body = Body.wrap(new byte[8]);
    BodyWritableBuffer.ofPool(body).write((byte) 1);
    return body.released();
  }

  @Test
  void detachingTwiceThrows() {
    BodyWritableBuffer buffer = BodyWritableBuffer.ofHeap(1);
    buffer.detach().close();
    assertThrows(IllegalStateException.class, buffer::detach);
  }

  @Test
  void theMemoryIsFreeWhenTheLastPartIsClosed() {
    Body body = Body.wrap(BYTES.clone());
    ReadableBuffer whole = bodies.give(body);
    ReadableBuffer part = whole.readBytes(3);
    whole.close();
    assertFalse(body.released().isDone(), "released while a part is open");
    assertEquals(1, part.readUnsignedByte());
    part.close();
    assertTrue(body.released().isDone(), "not released though all parts are closed");
  }

  @Test
  void readsMoveThroughTheBytes() throws IOException {
    ReadableBuffer buffer = bodies.give(Body.wrap(BYTES.clone()));
    assertEquals(0x01020304, buffer.readInt());
    assertEquals(0xF0, buffer.readUnsignedByte());
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    buffer.readBytes(rest, 2);
    assertArrayEquals(new byte[] {6, 7}, rest.toByteArray());
    assertEquals(0, buffer.readableBytes());
    assertNull(buffer.getByteBuffer());
    assertThrows(IndexOutOfBoundsException.class, buffer::readUnsignedByte);
    buffer.close();
  }

  @Test
  void resetGoesBackToTheMark() {
    ReadableBuffer buffer = bodies.give(Body.wrap(BYTES.clone()));
    buffer.skipBytes(2);
    buffer.mark();
    buffer.skipBytes(3);
    buffer.reset();
    assertEquals(3, buffer.readUnsignedByte());
    buffer.close();
  }

  @Test
  void theByteBufferShowsTheMemoryItself() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(4);
      ReadableBuffer buffer = bodies.give(Body.wrap(memory));
      buffer.skipBytes(1);
      ByteBuffer shown = Objects.requireNonNull(buffer.getByteBuffer());
      memory.set(ValueLayout.JAVA_BYTE, 1, (byte) 42);
      assertEquals(42, shown.get());
      assertEquals(3, buffer.readableBytes(), "looking must not move the reader");
      assertTrue(shown.isReadOnly(), "a view must not change the peer's bytes");
      buffer.close();
    }
  }
}
