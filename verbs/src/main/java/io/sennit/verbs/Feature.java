// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * What a device may or may not be able to do ({@link Capabilities#features}). A request that needs
 * what is not announced is INVALID.
 */
public enum Feature {
  /** {@link Opcode#SEND_WITH_IMMEDIATE}. */
  SEND_WITH_IMMEDIATE,
  /** {@link WorkRequest#unsignalled()}. */
  UNSIGNALLED,
  /** {@link QueuePair#drain}. */
  DRAIN,
  /**
   * {@link ProtectionDomain#allocateWindow}, {@link Opcode#BIND_WINDOW},
   * {@link Opcode#LOCAL_INVALIDATE} and {@link Opcode#SEND_WITH_INVALIDATE}.
   */
  MEMORY_WINDOWS,
  /** {@link ProtectionDomain#takeEvent}. */
  EVENTS,
  /** {@link Opcode#ATOMIC_WRITE}; INVALID all the same if the connected peer has it not. */
  ATOMIC_WRITE,
  /** {@link Opcode#FLUSH}; INVALID all the same if the connected peer has it not. */
  FLUSH,
  /** {@link QueuePairConfig#dscp} is on the packets; without packets there is nothing to refuse. */
  TRAFFIC_CLASSES
}
