// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/** Told how a run goes on; must be quick. Used by one thread. */
interface Watcher {
  /** A round of a case begins. */
  void round(Case which, String phase, int number);

  /** A case is done. */
  void done(Case which, Rounds rounds);
}
