// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * Bounds of one protection domain.
 *
 * @param memoryBytes most registered memory, rounded up to pages
 * @param maxQueuePairs most queue pairs at the same time, those being destroyed included
 */
public record DomainConfig(long memoryBytes, int maxQueuePairs) {
  public DomainConfig {
    if (memoryBytes <= 0 || maxQueuePairs <= 0) {
      throw new IllegalArgumentException("memoryBytes " + memoryBytes + " and maxQueuePairs "
          + maxQueuePairs + " must be positive");
    }
  }
}
