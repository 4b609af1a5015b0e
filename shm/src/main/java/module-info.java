// SPDX-License-Identifier: Apache-2.0
/** The shared-memory provider of verbs. */
module io.sennit.shm {
  requires static org.jspecify;
}
