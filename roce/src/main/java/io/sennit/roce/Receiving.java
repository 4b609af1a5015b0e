// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** A queue pair that a peer's SENDs and WRITEs come in by. */
interface Receiving extends Numbered {
  RoceDomain domain();

  RoceSharedReceiveQueue receives();

  /** Tells what the peer's packets have led to. */
  void count(EngineCounters.Kind kind);

  /** An entry to fill for a receive of the shared queue that it has consumed. */
  CompletionEntry takeReceiveCompletion();

  void completeReceive(CompletionEntry entry);
}
