// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

/** Someone who found no room and wants to try again when there may be some. */
@FunctionalInterface
interface Waiter {
  void retry();
}
