// SPDX-License-Identifier: Apache-2.0
/** The contract suite of verbs providers. */
module io.sennit.verbs.tck {
  requires static org.jspecify;
}
