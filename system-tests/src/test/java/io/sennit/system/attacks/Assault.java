// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

/** What an attacker does until the time is over. */
@FunctionalInterface
interface Assault {
  /**
   * Attacks; what it holds is given up at its return, or with its process.
   *
   * @return what it did, for people
   */
  String run(Targets targets, Until end) throws Exception;

  /**
   * Where the {@link Victim} listens.
   *
   * @param host its address as the client reaches it
   * @param options of a target, such as {@code provider=shm}
   */
  record Targets(String host, int nativePort, int grpcPort, String options) {
    String natives() {
      return "sennit:///" + host + ":" + nativePort + "?" + options;
    }

    String natives(String more) {
      return natives() + "&" + more;
    }

    String grpc() {
      return "sennit:///" + host + ":" + grpcPort + "?" + options;
    }
  }
}
