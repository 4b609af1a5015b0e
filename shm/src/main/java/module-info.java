// SPDX-License-Identifier: Apache-2.0
/** The shared-memory provider of verbs. */
module io.sennit.shm {
  requires transitive io.sennit.verbs;
  requires org.slf4j;

  provides io.sennit.verbs.spi.VerbsProvider with
      io.sennit.shm.ShmProvider;
}
