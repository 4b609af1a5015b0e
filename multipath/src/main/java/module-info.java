// SPDX-License-Identifier: Apache-2.0
/** Braids: connections of many strands. */
module io.sennit.multipath {
  requires transitive io.sennit.verbs;
  requires static jdk.jfr;
  requires org.slf4j;

  exports io.sennit.multipath;
}
