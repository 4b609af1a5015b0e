// SPDX-License-Identifier: Apache-2.0
/** Braids: connections of many strands. */
module io.sennit.multipath {
  requires static org.jspecify;
}
