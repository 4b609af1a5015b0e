// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.SessionConfig;
import org.junit.AfterClass;

/** The same while one of the four paths is a black hole for 100 ms of every 300 ms. */
public final class InteropOnCutRoceTest extends InteropOnSockets {
  @Override
  SessionConfig configure(SessionConfig config) {
    return Roce.withCuts(Roce.fourPaths(config));
  }

  @AfterClass
  public static void everyPathCarriedSomething() {
    Roce.assertEveryPathCarriedSomething();
  }
}
