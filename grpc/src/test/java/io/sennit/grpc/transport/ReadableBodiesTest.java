// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.internal.ReadableBuffer;
import io.sennit.rpc.Body;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Registered memory that gRPC holds comes back when others need it, or its call is cancelled. */
final class ReadableBodiesTest {
  private static final byte[] BYTES = {1, 2, 3, 4, 5, 6, 7, 8};

  private final PoolSession session = new PoolSession();
  private final ReadableBodies bodies = new ReadableBodies(session);

  private BodyReadableBuffer received() {
    Body body = session.bodies().allocateToReceive(BYTES.length).orElseThrow();
    body.segment().copyFrom(MemorySegment.ofArray(BYTES));
    body.seal();
    return bodies.give(body);
  }

  @Test
  void whatWasMovedReadsOnWhereItWas() {
    BodyReadableBuffer buffer = received();
    buffer.skipBytes(2);
    buffer.mark();
    assertEquals(3, buffer.readUnsignedByte());
    assertTrue(session.bodies().evict(1), "it can be moved");
    assertTrue(session.bodies().isIdle(), "the pool has it back");
    assertEquals(4, buffer.readUnsignedByte());
    buffer.reset();
    assertEquals(3, buffer.readUnsignedByte());
    ReadableBuffer part = buffer.readBytes(2);
    buffer.close();
    assertEquals(4, part.readUnsignedByte(), "a part outlives the whole");
    part.close();
    assertFalse(session.bodies().evict(1), "nothing is left to move");
  }

  @Test
  void onlyAsMuchIsMovedAsIsNeededTheOldestFirst() {
    BodyReadableBuffer first = received();
    BodyReadableBuffer second = received();
    assertTrue(session.bodies().evict(BYTES.length), "moved");
    assertEquals(1, session.bodies().openBodies());
    first.close();
    assertEquals(1, session.bodies().openBodies(), "the second is where it was");
    second.close();
    assertTrue(session.bodies().isIdle(), "all is closed");
  }

  @Test
  void whatWasShownStaysUntilItIsClosed() {
    BodyReadableBuffer buffer = received();
    assertNotNull(buffer.getByteBuffer());
    assertFalse(session.bodies().evict(1), "somebody may look at it");
    bodies.cancelled();
    assertFalse(session.bodies().isIdle(), "still");
    buffer.close();
    assertTrue(session.bodies().isIdle(), "now nobody does");
  }

  @Test
  void aCancelledCallKeepsItsBytesOnTheHeap() {
    BodyReadableBuffer buffer = received();
    bodies.cancelled();
    assertTrue(session.bodies().isIdle(), "the pool has them back");
    assertEquals(1, buffer.readUnsignedByte());
    buffer.close();
  }

  /** gRPC forgets some messages of a call that is cancelled. */
  @Test
  void whatACancelledCallHasOnTheHeapIsGivenBackWhenNobodyCanReadIt() throws Exception {
    for (int i = 0; i < 10; i++) {
      BodyReadableBuffer buffer = bodies.give(session.onHeap(100).orElseThrow());
      buffer.skipBytes(1);
      assertTrue(i % 2 == 0 || buffer.getByteBuffer() != null, "every second one is shown");
    }
    assertEquals(10, session.heapBodies.get());
    bodies.cancelled();
    bodies.give(session.onHeap(100).orElseThrow()).skipBytes(1);
    long endNanos = System.nanoTime() + 20_000_000_000L;
    while (session.heapBodies.get() > 0 && System.nanoTime() < endNanos) {
      System.gc();
      Thread.onSpinWait();
    }
    assertEquals(0, session.heapBodies.get());
  }

  @Test
  void aCancelledCallLosesItsBytesIfTheHeapIsUsedUp() {
    session.heapHasRoom = false;
    BodyReadableBuffer buffer = received();
    assertFalse(session.bodies().evict(1), "there is nowhere to move it");
    assertEquals(BYTES.length, buffer.readableBytes(), "it is not cancelled");
    bodies.cancelled();
    assertTrue(session.bodies().isIdle(), "the pool has them back");
    assertEquals(0, buffer.readableBytes());
    buffer.close();
  }
}
