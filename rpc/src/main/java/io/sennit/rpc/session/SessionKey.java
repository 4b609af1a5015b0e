// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * Names a session in every frame after the first.
 *
 * @param id random, chosen by the server
 * @param generation counts the lives of the session; 0: none yet
 */
record SessionKey(long id, int generation) {
  static final SessionKey NONE = new SessionKey(0, 0);

  /** As logs, JMX and flight recordings name it. */
  @Override
  public String toString() {
    return Long.toHexString(id) + "." + generation;
  }
}
