// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/** What a client may do with a {@link RemoteMemory}. */
public enum RemoteRight {
  READ,
  WRITE,
  /** Compare-and-swap and fetch-and-add on aligned 64-bit words. */
  ATOMIC
}
