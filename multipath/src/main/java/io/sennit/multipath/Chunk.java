// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * The unit of scheduling: a piece of a transfer, from its first posting until one copy has
 * succeeded and no copy is open. Pooled.
 */
final class Chunk extends Work {
  @Nullable
  Transfer transfer;

  /** In the transfer. */
  long offset;

  int length;

  Transfer owner() {
    Transfer owner = transfer;
    if (owner == null) {
      throw new IllegalStateException("a free chunk");
    }
    return owner;
  }

  @Override
  void fill(WorkRequest request, long id) {
    Transfer owner = owner();
    request
        .reset(owner.verb, id)
        .local(owner.local(), owner.localOffset + offset, length)
        .remote(owner.span().address() + offset, owner.span().remoteKey());
    if (owner.verb == Opcode.COMPARE_AND_SWAP) {
      request.compareAndSwap(owner.compare, owner.swapOrAdd);
    } else if (owner.verb == Opcode.FETCH_AND_ADD) {
      request.add(owner.swapOrAdd);
    }
  }

  @Override
  int bytes() {
    return length;
  }

  @Override
  boolean inbound() {
    return owner().verb == Opcode.READ;
  }
}
