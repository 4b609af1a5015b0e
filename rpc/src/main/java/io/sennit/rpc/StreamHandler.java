// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/** Serves a method with many messages one way or both. Called on the server's executor. */
@FunctionalInterface
public interface StreamHandler<Q, R> {
  /**
   * Serves one call; its return ends the call OK.
   *
   * @throws RpcException to end the call with that status
   * @throws Exception to end it UNKNOWN; the cause is logged here and not sent
   */
  void handle(ServerStream<Q, R> call) throws Exception;
}
