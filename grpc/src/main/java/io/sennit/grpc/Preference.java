// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

/**
 * Whether gRPC should take this transport for programs that do not ask for it. By default it serves
 * whoever asks by a {@code sennit:} target, by {@link SennitServerCredentials} or by its builders,
 * and all else stays where it was. {@code -Dsennit.grpc.preferred=true} makes it the first choice
 * for unchanged programs: their servers listen with it and their {@code host:port} and {@code dns:}
 * targets are called with it.
 */
final class Preference {
  static final String PROPERTY = "sennit.grpc.preferred";

  private static final int LAST = 1; // Netty 5, OkHttp 3.
  private static final int FIRST = 7;

  private Preference() {}

  static boolean isFirst() {
    return Boolean.getBoolean(PROPERTY);
  }

  /** Of the server; channels are chosen by their targets. */
  static int priority() {
    return isFirst() ? FIRST : LAST;
  }
}
