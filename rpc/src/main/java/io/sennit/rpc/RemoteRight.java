// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/** What a client may do with a {@link RemoteMemory}. */
public enum RemoteRight {
  READ(1),
  WRITE(2),
  /** Compare-and-swap and fetch-and-add on aligned 64-bit words. */
  ATOMIC(4);

  private final int bit;

  RemoteRight(int bit) {
    this.bit = bit;
  }

  /** In a set of rights on the wire. */
  int bit() {
    return bit;
  }
}
