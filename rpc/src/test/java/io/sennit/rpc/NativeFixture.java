// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/** A client connected to a server; what carries the calls is the subclass's business. */
abstract class NativeFixture implements AutoCloseable {
  /** Makes a client of a server with these routes. */
  abstract RpcClient start(Routes routes);

  /** Bodies of either side that nobody has closed. */
  abstract long openBodies();

  @Override
  public abstract void close();

  /** Waits until every body is released; the test's time limit bounds it. */
  final void awaitReleased() {
    while (openBodies() > 0) {
      Thread.onSpinWait();
    }
  }
}
