// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** Rights on a memory region; local reads are always allowed. */
public enum Access {
  LOCAL_WRITE,
  REMOTE_READ,
  REMOTE_WRITE,
  REMOTE_ATOMIC,
  /** Memory windows may be bound to parts of it ({@link MemoryWindow}). */
  BIND_WINDOW,
  /** The peer may ask for global visibility of what it wrote: {@link Opcode#FLUSH}. */
  FLUSH_GLOBAL
}
