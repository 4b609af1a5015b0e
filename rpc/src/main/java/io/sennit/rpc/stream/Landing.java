// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory in which the messages of one stream land. What nobody waits for does not take that of
 * those who wait. Confined to the engine's thread.
 */
final class Landing {
  private final Engine engine;
  private final CallStream stream;
  private @Nullable Body target;
  private @Nullable MemoryWait memoryWait;

  Landing(Engine engine, CallStream stream) {
    this.engine = engine;
    this.stream = stream;
  }

  /** Where the first message shall land; a handle that passes. */
  void target(Body newTarget) {
    target = newTarget;
  }

  /** What {@link #target(Body)} was given and is not used; null if nothing. */
  @Nullable
  Body target() {
    return target;
  }

  /** The head of the target, if there is one that is long enough; it is gone from now on. */
  @Nullable
  Body takeTarget(long length) {
    Body known = target;
    if (known == null) {
      return null;
    }
    Body part = length <= known.length() ? known.slice(0, length) : null;
    dropTarget();
    return part;
  }

  void dropTarget() {
    if (target != null) {
      target.close();
      target = null;
    }
  }

  /**
   * Where an eager message is put together; never waits, since the slot must be free again. Null,
   * and the stream has failed, if the heap is used up too.
   */
  @Nullable
  Body forEager(long length, boolean awaited) {
    Body inTarget = takeTarget(length);
    if (inTarget != null) {
      return inTarget;
    }
    if (length == 0) {
      return Body.empty();
    }
    Optional<Body> room = allocate(length, awaited);
    return room.isPresent() ? room.get() : onHeap((int) length);
  }

  private @Nullable Body onHeap(int length) {
    Optional<Body> heap = engine.heap().allocate(length);
    if (heap.isEmpty()) {
      stream.failForHeap(length);
    }
    return heap.orElse(null);
  }

  /**
   * Where a long message is fetched to; null if there is no room, and if awaited it is asked for.
   */
  @Nullable
  Body forFetch(long length, boolean awaited) {
    Optional<Body> body = allocate(length, awaited);
    if (body.isEmpty() && awaited) {
      engine.counters().add(Count.BACK_PRESSURE_HITS, 1);
      beginWait(length);
      stream.wakeWhenMemory();
    }
    return body.orElse(null);
  }

  private Optional<Body> allocate(long length, boolean awaited) {
    Optional<Body> ahead = engine.bodies().allocateAhead(length);
    return ahead.isEmpty() && awaited ? allocateAwaited(length) : ahead;
  }

  private Optional<Body> allocateAwaited(long length) {
    BodyPool bodies = engine.bodies();
    Optional<Body> body = bodies.allocateToReceive(length);
    if (body.isPresent() || !bodies.evict(length)) {
      return body;
    }
    Optional<Body> ahead = bodies.allocateAhead(length);
    return ahead.isPresent() ? ahead : bodies.allocateToReceive(length);
  }

  private void beginWait(long length) {
    MemoryWait wait =
        memoryWait == null ? new MemoryWait(engine, stream, "bodies.receiveBytes") : memoryWait;
    memoryWait = wait;
    wait.begin(length);
  }

  /** There was memory, or nobody waits any more. */
  void endWait() {
    if (memoryWait != null) {
      memoryWait.end();
    }
  }
}
