// SPDX-License-Identifier: Apache-2.0
/** The contract suite of verbs providers. */
module io.sennit.verbs.tck {
  requires transitive io.sennit.verbs;
  requires org.junit.jupiter.api;
  requires org.junit.jupiter.params;
}
