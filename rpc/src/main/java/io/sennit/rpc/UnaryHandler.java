// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/** Serves a method with one message each way. Called on the server's executor, or on a loop. */
@FunctionalInterface
public interface UnaryHandler<Q, R> {
  /**
   * Serves one call.
   *
   * @throws RpcException to end the call with that status
   * @throws Exception to end it UNKNOWN; the cause is logged here and not sent
   */
  void handle(UnaryCall<Q, R> call) throws Exception;
}
