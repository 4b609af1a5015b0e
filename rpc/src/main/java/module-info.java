// SPDX-License-Identifier: Apache-2.0
/** Calls on braids: the native API. */
module io.sennit.rpc {
  requires static org.jspecify;
}
