// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.SessionConfig;

/** gRPC's own interop suite over shared memory. */
public final class InteropOnShmTest extends InteropOnSockets {
  @Override
  SessionConfig configure(SessionConfig config) {
    return Shm.patient(config);
  }
}
