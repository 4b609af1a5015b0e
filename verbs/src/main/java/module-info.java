// SPDX-License-Identifier: Apache-2.0
/** RDMA verbs and what a provider implements. */
module io.sennit.verbs {
  requires static transitive org.jspecify;
  requires transitive io.sennit.base;

  exports io.sennit.verbs;
  exports io.sennit.verbs.spi;

  uses io.sennit.verbs.spi.VerbsProvider;
}
