// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import org.jspecify.annotations.Nullable;

/**
 * Receive slots: kept posted, handed to the {@link Dispatcher} when a message came, posted again.
 */
final class MessageReceiver {
  private static final int MOST_BATCHES = 8;

  private final Core core;
  private final MemoryRegion region;
  private final SharedReceiveQueue receives;
  private final CompletionQueue completions;
  private final Dispatcher dispatcher;
  private final StrandSet strands;
  private final Intrusions intrusions;
  private final @Nullable ReceiveSlot[] slots;
  private final WorkCompletion[] batch = new WorkCompletion[32];

  MessageReceiver(
      Core core,
      MemoryRegion region,
      SharedReceiveQueue receives,
      CompletionQueue completions,
      Handlers handlers) {
    this.core = core;
    this.region = region;
    this.receives = receives;
    this.completions = completions;
    dispatcher = handlers.dispatcher();
    strands = handlers.strands();
    intrusions = handlers.intrusions();
    slots = new ReceiveSlot[core.config.receiveSlots()];
    for (int i = 0; i < batch.length; i++) {
      batch[i] = new WorkCompletion();
    }
    for (int i = 0; i < slots.length; i++) {
      post(i);
    }
  }

  /** Whom what came is given to, and whom what cannot have come, with the strand it came by. */
  record Handlers(Dispatcher dispatcher, StrandSet strands, Intrusions intrusions) {}

  /** The one of this place, made when it is first filled. */
  private ReceiveSlot slot(int index) {
    ReceiveSlot slot = slots[index];
    if (slot == null) {
      slot = ReceiveSlot.of(region.segment().asSlice(offset(index), core.config.slotBytes()));
      slots[index] = slot;
    }
    return slot;
  }

  private long offset(int slot) {
    return (long) slot * core.config.slotBytes();
  }

  private void post(int slot) {
    PostStatus status = receives.post(slot, region, offset(slot), core.config.slotBytes());
    if (status != PostStatus.POSTED) {
      core.failure.set("the provider refused a receive as " + status);
    }
  }

  /**
   * Handles what came.
   *
   * @return completions handled; negated less one if there may be more
   */
  int poll() {
    int handled = 0;
    for (int i = 0; i < MOST_BATCHES; i++) {
      int count = completions.poll(batch);
      for (int j = 0; j < count && !core.failure.failed(); j++) {
        handle(batch[j]);
      }
      handled += count;
      if (count < batch.length) {
        return handled;
      }
    }
    return -handled - 1;
  }

  private void handle(WorkCompletion completion) {
    long slot = completion.id();
    if (slot < 0 || slot >= slots.length) {
      core.counters.increment(Counter.STRAY_COMPLETIONS);
      return;
    }
    try {
      if (completion.status() == CompletionStatus.SUCCESS) {
        receive(completion, slot((int) slot));
      } else if (completion.status() != CompletionStatus.WORK_REQUEST_FLUSHED) {
        notReceived(completion);
      }
    } catch (Misplacement misplacement) {
      misplaced(completion, misplacement.getMessage());
    } finally {
      post((int) slot);
    }
  }

  /** Anybody can send what is too long; the rest are bugs of this side, or of its device. */
  private void notReceived(WorkCompletion completion) {
    String what = "a message could not be received: " + completion.status().words();
    if (completion.status() == CompletionStatus.LOCAL_LENGTH_ERROR) {
      misplaced(completion, what);
    } else {
      core.failure.set(what);
    }
  }

  private void misplaced(WorkCompletion completion, String what) {
    intrusions.met(strands.strandOf(completion.queuePairNumber()), what);
  }

  private void receive(WorkCompletion completion, ReceiveSlot slot) {
    int received = completion.byteLength();
    if (completion.opcode() != Opcode.RECEIVE) {
      throw new Misplacement("a message came by " + completion.opcode());
    }
    if (received < BraidHeader.BYTES || received > core.config.slotBytes()) {
      throw new Misplacement("a message of " + received + " bytes");
    }
    dispatcher.onMessage(slot, received);
  }
}
