// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * What is set aside for a session before it begins, so that it works whatever others hold.
 *
 * @param idleHeapBytes heap that it holds while nothing happens
 * @param workHeapBytes heap that its calls have in any case
 * @param registeredBytes slots of its braid, and a little for bodies each way
 */
record SessionFloor(long idleHeapBytes, long workHeapBytes, long registeredBytes) {
  /** Engine, pool, lifeline and socket of an idle session. */
  private static final long ENGINE_BYTES = 64 << 10;

  /** Some messages, of whatever calls. */
  private static final long WORK_BYTES = 64 << 10;

  /** Of a session with that configuration. */
  static SessionFloor of(SessionConfig config) {
    return new SessionFloor(
        config.braid().heapBytes() + ENGINE_BYTES,
        WORK_BYTES,
        config.braid().slotMemoryBytes() + config.bodies().floorBytes());
  }

  long heapBytes() {
    return idleHeapBytes + workHeapBytes;
  }
}
