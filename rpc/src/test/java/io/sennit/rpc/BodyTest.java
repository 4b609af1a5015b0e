// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class BodyTest {
  private static final byte[] BYTES = {1, 2, 3, 4, 5};

  private final AtomicInteger releases = new AtomicInteger();
  private final Body body =
      Body.wrap(MemorySegment.ofArray(BYTES.clone()), releases::incrementAndGet);

  @Test
  void aClosedHandleThrowsOnEveryUse() {
    body.close();
    assertTrue(body.isClosed(), body::toString);
    assertThrows(IllegalStateException.class, body::segment);
    assertThrows(IllegalStateException.class, body::length);
    assertThrows(IllegalStateException.class, body::asByteBuffer);
    assertThrows(IllegalStateException.class, body::toByteArray);
    assertThrows(IllegalStateException.class, body::retain);
    assertThrows(IllegalStateException.class, () -> body.slice(0, 1));
    assertThrows(IllegalStateException.class, () -> body.byteAt(0));
  }

  @Test
  void whatIsTooLongForAnArrayIsSaidInASentence(@TempDir Path directory) throws IOException {
    long bytes = Integer.MAX_VALUE - 7L;
    try (Arena arena = Arena.ofConfined();
        FileChannel sparse = FileChannel.open(
            directory.resolve("sparse"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
        Body huge = Body.wrap(sparse.map(MapMode.READ_WRITE, 0, bytes, arena))) {
      assertEquals(bytes, huge.segment().byteSize());
      assertTooLong(huge::asByteBuffer);
      assertTooLong(huge::toByteArray);
    }
  }

  private static void assertTooLong(Executable access) {
    String said = assertThrows(UnsupportedOperationException.class, access).toString();
    assertTrue(said.contains(": a body of 2147483640 bytes is too long for a"), said);
  }

  @Test
  void memoryIsReleasedWithTheLastHandleAndOnlyOnce() {
    Body second = body.retain();
    Body part = body.slice(1, 2);
    body.close();
    body.close();
    second.close();
    assertEquals(0, releases.get(), "a slice is still open");
    assertEquals(2, part.byteAt(0));
    part.close();
    part.close();
    assertEquals(1, releases.get());
  }

  @Test
  void oneHandleClosedLeavesTheOtherUsable() {
    Body second = body.retain();
    body.close();
    assertArrayEquals(BYTES, second.toByteArray());
    assertThrows(IllegalStateException.class, body::toByteArray);
    second.close();
  }

  @Test
  void slicesNestAndStayInside() {
    try (Body part = body.slice(1, 3);
        Body inner = part.slice(1, 2)) {
      assertArrayEquals(new byte[] {3, 4}, inner.toByteArray());
      assertThrows(IndexOutOfBoundsException.class, () -> inner.slice(1, 2));
      assertThrows(IndexOutOfBoundsException.class, () -> inner.slice(-1, 1));
      assertThrows(IndexOutOfBoundsException.class, () -> inner.slice(Long.MAX_VALUE, 1));
    }
    body.close();
  }

  @Test
  void releasedCompletesWhenTheFrameworkLetsGoToo() throws Exception {
    Body framework = body.lend();
    CompletableFuture<Void> released = body.released();
    body.close();
    assertFalse(released.isDone(), "the call still holds its handle");
    framework.close();
    released.get(10, TimeUnit.SECONDS);
    assertTrue(body.released().isDone(), "asked after the end");
  }

  @Test
  void lentMemoryIsReadOnly() {
    body.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 9);
    try (Body lent = body.lend()) {
      assertTrue(body.segment().isReadOnly(), "handle of the application");
      assertTrue(lent.segment().isReadOnly(), "handle of the call");
      assertThrows(ReadOnlyBufferException.class, () -> body.asByteBuffer().put((byte) 1));
      assertEquals(9, body.byteAt(0));
    }
    body.close();
  }

  @Test
  void emptyBodiesAreBodies() {
    try (Body empty = Body.empty()) {
      assertEquals(0, empty.length());
      assertEquals(0, empty.toByteArray().length);
    }
  }

  @Test
  void manyThreadsRetainAndCloseWithoutLosingAHandle() throws Exception {
    Thread[] running = new Thread[4];
    for (int i = 0; i < running.length; i++) {
      Body own = body.retain();
      running[i] = Thread.ofPlatform().start(() -> retainAndClose(own, 20_000));
    }
    body.close();
    for (Thread thread : running) {
      thread.join();
    }
    assertEquals(1, releases.get());
  }

  private static void retainAndClose(Body own, int rounds) {
    for (int i = 0; i < rounds; i++) {
      own.retain().close();
    }
    own.close();
  }
}
