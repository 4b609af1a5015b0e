// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Open calls by id: open addressing with linear probing and backward-shift deletion (Knuth, TAOCP
 * 3, 6.4, algorithm R), so that nothing is allocated for an entry. Confined to one thread.
 */
final class CallTable {
  private static final int MIN_CAPACITY = 64;

  private @Nullable CallStream[] slots = new CallStream[MIN_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  @Nullable
  CallStream get(long id) {
    return slots[find(id)];
  }

  /** Adds a call whose id is not in the table. */
  void put(CallStream call) {
    if ((size + 1) * 2 > slots.length) {
      grow();
    }
    int at = find(call.callId());
    if (slots[at] != null) {
      throw new IllegalStateException("call " + call.callId() + " is open already");
    }
    slots[at] = call;
    size++;
  }

  /** Removes the call if it is in the table. */
  void remove(long id) {
    int hole = find(id);
    if (slots[hole] == null) {
      return;
    }
    size--;
    slots[hole] = null;
    int at = next(hole);
    for (CallStream call = slots[at]; call != null; call = slots[at]) {
      int home = home(call.callId());
      if (((at - home) & mask()) >= ((at - hole) & mask())) {
        slots[hole] = call;
        slots[at] = null;
        hole = at;
      }
      at = next(at);
    }
  }

  /** Visits the calls that are open now; the visitor may end calls. */
  void forEach(Consumer<CallStream> visitor) {
    for (CallStream call : slots.clone()) {
      if (call != null) {
        visitor.accept(call);
      }
    }
  }

  private int find(long id) {
    int at = home(id);
    for (CallStream call = slots[at]; call != null; call = slots[at]) {
      if (call.callId() == id) {
        return at;
      }
      at = next(at);
    }
    return at;
  }

  private void grow() {
    @Nullable CallStream[] old = slots;
    slots = new CallStream[old.length * 2];
    for (CallStream call : old) {
      if (call != null) {
        slots[find(call.callId())] = call;
      }
    }
  }

  private int home(long id) {
    return (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask();
  }

  private int next(int at) {
    return (at + 1) & mask();
  }

  private int mask() {
    return slots.length - 1;
  }
}
