// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** Who listens at a port. */
@FunctionalInterface
public interface CmAcceptor {
  /**
   * Somebody wants to connect. Answer by {@link CmConnection#accept} or
   * {@link CmConnection#reject}, now or within {@link CmConfig#decisionNanos}, after which the peer
   * is told that it took too long. What is thrown rejects the request.
   */
  void requested(CmConnection connection);
}
