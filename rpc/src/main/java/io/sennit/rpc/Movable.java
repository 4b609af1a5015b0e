// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/**
 * For the faces: holds a received body for somebody who may never read it, and can move its bytes
 * to the heap when others need the registered memory; see {@link BodyPool#enter}.
 */
@FunctionalInterface
public interface Movable {
  /**
   * Moves the bytes out of the pool; from any thread.
   *
   * @return bytes that the pool got back; 0 if that is not possible now
   */
  long moveOut();
}
