// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.SessionConfig;
import org.junit.AfterClass;

/** gRPC's own interop suite over RoCEv2 with four paths. */
public final class InteropOnRoceTest extends InteropOnSockets {
  @Override
  SessionConfig configure(SessionConfig config) {
    return Roce.fourPaths(config);
  }

  @AfterClass
  public static void everyPathCarriedSomething() {
    Roce.assertEveryPathCarriedSomething();
  }
}
