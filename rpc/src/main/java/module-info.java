// SPDX-License-Identifier: Apache-2.0
/** Calls on braids: the native API. */
module io.sennit.rpc {
  requires transitive io.sennit.multipath;
  requires org.slf4j;

  exports io.sennit.rpc;
}
