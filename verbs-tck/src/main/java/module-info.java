// SPDX-License-Identifier: Apache-2.0
/** The contract suite of verbs providers, and the reference provider that it is tried on. */
module io.sennit.verbs.tck {
  requires static org.jspecify;
  requires transitive io.sennit.verbs;
  requires transitive org.junit.jupiter.api;

  exports io.sennit.verbs.tck;
  exports io.sennit.verbs.tck.loopback;
}
