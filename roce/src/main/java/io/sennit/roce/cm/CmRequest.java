// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/**
 * What a side that asks for a connection has and wants.
 *
 * @param sourcePort a port number that the peer is told, 0 to 65,535; nothing listens there
 * @param queuePair its own, of the path's MTU
 * @param path what it decides for both
 */
public record CmRequest(int sourcePort, CmQueuePair queuePair, RequestTerms path) {
  private static final int MOST_PORT = 0xffff;

  public CmRequest {
    if (sourcePort < 0 || sourcePort > MOST_PORT) {
      throw new IllegalArgumentException(sourcePort + " is no port");
    }
  }
}
