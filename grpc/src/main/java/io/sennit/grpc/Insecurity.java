// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import java.util.Optional;

/**
 * Which credentials can be honoured: those that promise nothing, since nothing is protected yet.
 */
final class Insecurity {
  private Insecurity() {}

  /** Why these cannot be honoured, if so. */
  static Optional<String> refusalOf(ChannelCredentials credentials) {
    return credentials instanceof InsecureChannelCredentials
        ? Optional.empty()
        : Optional.of(sentence(credentials, "InsecureChannelCredentials.create()"));
  }

  /** Why these cannot be honoured, if so. */
  static Optional<String> refusalOf(ServerCredentials credentials) {
    return credentials instanceof InsecureServerCredentials
            || credentials instanceof SennitServerCredentials
        ? Optional.empty()
        : Optional.of(sentence(credentials, "InsecureServerCredentials.create()"));
  }

  /**
   * Lets what is not refused pass.
   *
   * @throws IllegalArgumentException with the refusal
   */
  static void require(Optional<String> refusal) {
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(refusal.get());
    }
  }

  /** For the methods of gRPC's builders that ask for TLS. */
  static UnsupportedOperationException noTransportSecurity() {
    return new UnsupportedOperationException(
        "Sennit does not encrypt yet (security level NONE): leave transport security out");
  }

  private static String sentence(Object credentials, String instead) {
    return "Sennit does not encrypt or authenticate yet (security level NONE), so it refuses "
        + credentials.getClass().getSimpleName() + "; use " + instead;
  }
}
