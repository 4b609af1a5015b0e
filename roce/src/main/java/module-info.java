// SPDX-License-Identifier: Apache-2.0
/** The user-mode RoCEv2 provider of verbs. */
module io.sennit.roce {
  requires transitive io.sennit.verbs;
  requires org.slf4j;
}
