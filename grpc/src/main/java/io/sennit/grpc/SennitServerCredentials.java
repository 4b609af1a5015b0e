// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ServerCredentials;

/**
 * Insecure credentials that no other transport takes: {@code Grpc.newServerBuilderForPort(7470,
 * SennitServerCredentials.insecure())} is a Sennit server even where Netty's is on the path.
 * Immutable.
 */
public final class SennitServerCredentials extends ServerCredentials {
  private static final SennitServerCredentials INSECURE = new SennitServerCredentials();

  private SennitServerCredentials() {}

  /** Nothing is encrypted, and clients are whoever they say they are. */
  public static ServerCredentials insecure() {
    return INSECURE;
  }
}
