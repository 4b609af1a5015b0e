// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.admission.Admission;
import java.util.Optional;

/** The server's door: one for each server, called on loop threads. */
@FunctionalInterface
public interface StreamAcceptor {
  /**
   * A call has been admitted. Must not block; a throw ends the call INTERNAL.
   *
   * @return who hears about it
   */
  StreamListener accept(RpcStream stream, IncomingCall call);

  /**
   * Whether handlers of the application run inside the callbacks of accepted streams. A loop with
   * such a session is never driven by a caller's thread, which must not run a stranger's code.
   */
  default boolean runsUserCode() {
    return false;
  }

  /** What decides which calls are taken, to be shown; empty if nothing does. */
  default Optional<Admission> admission() {
    return Optional.empty();
  }
}
