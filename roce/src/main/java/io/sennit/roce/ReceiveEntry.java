// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import org.jspecify.annotations.Nullable;

/** A posted receive; reused. */
final class ReceiveEntry {
  final RoceSharedReceiveQueue queue;

  @Nullable
  ReceiveEntry next;

  final LocalMemory local = new LocalMemory();
  long id;

  ReceiveEntry(RoceSharedReceiveQueue queue) {
    this.queue = queue;
  }
}
