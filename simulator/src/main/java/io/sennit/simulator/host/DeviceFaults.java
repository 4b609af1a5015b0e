// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.List;

/** What goes wrong in the devices of one host, and not in its network. */
public final class DeviceFaults {
  private final Host host;
  private final List<QueuePair> queuePairs = new ArrayList<>();
  private boolean deniesMemory;

  DeviceFaults(Host host) {
    this.host = host;
  }

  /** Has every allocation in every domain fail, or none any more. */
  public void denyMemory(boolean newDeniesMemory) {
    deniesMemory = newDeniesMemory;
  }

  boolean deniesMemory() {
    return deniesMemory;
  }

  void add(QueuePair made) {
    queuePairs.add(made);
  }

  /** The process is gone. */
  void clear() {
    queuePairs.clear();
    deniesMemory = false;
  }

  /**
   * Has a queue pair that can be used go to ERROR by itself: its owner learns it only from what
   * becomes of its requests.
   *
   * @return false if there is none
   */
  public boolean breakOne(Randomness random) {
    queuePairs.removeIf(each -> each.state() == QueuePairState.DESTROYED);
    List<QueuePair> usable = queuePairs.stream()
        .filter(each -> each.state() == QueuePairState.READY_TO_SEND)
        .toList();
    if (usable.isEmpty()) {
      return false;
    }
    usable.get(random.nextInt(usable.size())).toError();
    host.wake();
    return true;
  }
}
