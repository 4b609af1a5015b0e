// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What goes wrong in the devices of one host, and not in its network. */
public final class DeviceFaults {
  /** From what happened to the event that tells of it. */
  private static final int MOST_EVENT_NANOS = 5_000_000;

  private final Host host;
  private final List<QueuePair> queuePairs = new ArrayList<>();
  private final Map<HostCompletionQueue, HostDomain> queues = new LinkedHashMap<>();
  private Optional<Liar> liar = Optional.empty();
  private boolean deniesMemory;
  private Optional<FullHeap> heap = Optional.empty();

  DeviceFaults(Host host) {
    this.host = host;
  }

  /** Has every allocation in every domain fail, or none any more. */
  public void denyMemory(boolean newDeniesMemory) {
    deniesMemory = newDeniesMemory;
  }

  /** The heap may be full on the host, and is not for now; before anything is made on it. */
  public void mayFillHeap() {
    heap = Optional.of(new FullHeap());
  }

  /**
   * Has calls into the devices of a host whose heap may be full throw {@link NoMemoryError}.
   *
   * @param first which one is the first, 1: the next
   * @param times how many, one after the other; 0: none any more
   */
  public void fillHeap(long first, long times) {
    heap.ifPresent(full -> full.plan(first, times));
  }

  /** How often that has been thrown. */
  public long heapWasFull() {
    return heap.map(FullHeap::thrown).orElse(0L);
  }

  /** Absent if the heap is never full. */
  Optional<FullHeap> heap() {
    return heap;
  }

  /** Something is allocated. */
  void allocate() {
    if (heap.isPresent()) {
      heap.get().call();
    }
  }

  /** Makes a liar of the host, which tells the truth for now; before anything is made on it. */
  public void mayLie(Randomness random) {
    liar = Optional.of(new Liar(random));
  }

  /** Has a host that may lie do so in so many of a million frames; 0: in none. */
  public void lie(int ppm) {
    liar.ifPresent(known -> known.lie(ppm));
  }

  /** Absent if the host never lies. */
  Optional<Liar> liar() {
    return liar;
  }

  /** Whether what comes from it may break the protocol. */
  public boolean isLiar() {
    return liar.isPresent();
  }

  boolean deniesMemory() {
    return deniesMemory;
  }

  void add(QueuePair made) {
    queuePairs.add(made);
  }

  void add(HostCompletionQueue made, HostDomain owner) {
    queues.put(made, owner);
  }

  void forget(HostDomain closed) {
    queues.values().removeIf(closed::equals);
  }

  /** The process is gone. */
  void clear() {
    queuePairs.clear();
    queues.clear();
    lie(0);
    fillHeap(1, 0);
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

  /**
   * Has a completion queue that is used overflow. In half the cases a completion says so; in the
   * others all that were in it are lost, and an event says so a little later.
   *
   * @return false if there is none
   */
  public boolean overflowOne(Randomness random) {
    List<HostCompletionQueue> used =
        queues.keySet().stream().filter(HostCompletionQueue::isUsed).toList();
    if (used.isEmpty()) {
      return false;
    }
    HostCompletionQueue queue = used.get(random.nextInt(used.size()));
    HostDomain owner = Objects.requireNonNull(queues.get(queue));
    if (random.nextBoolean()) {
      queue.overflow();
      host.wake();
    } else {
      List<Integer> numbers = queue.userNumbers();
      queue.die();
      host.world()
          .scheduler()
          .after(1 + random.nextInt(MOST_EVENT_NANOS), due -> owner.tell(numbers), 0);
    }
    return true;
  }
}
