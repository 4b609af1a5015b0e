// SPDX-License-Identifier: Apache-2.0
/** What every room shares. */
module io.sennit.base {
  requires static transitive org.jspecify;
  requires org.slf4j;

  exports io.sennit.base;
}
