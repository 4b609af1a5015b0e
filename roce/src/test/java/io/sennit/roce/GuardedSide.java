// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * One end of a fuzzed conversation. What its peer may change is {@link Side#memory} and nothing
 * else; what it asked for itself may change where it asked for it. All else is watched.
 */
final class GuardedSide {
  /** The secret consists of these. */
  static final byte SECRET = (byte) 0xc3;

  /** What READs may tell, and WRITEs from where it was read to. */
  private static final byte TOLD = 0x3c;

  private static final int OWN_BYTES = 64 << 10;
  private static final int SLOT_BYTES = 4096;
  private static final int SLOTS = OWN_BYTES / SLOT_BYTES;
  private static final Opcode[] REQUESTS = {
    Opcode.SEND,
    Opcode.WRITE,
    Opcode.WRITE_WITH_IMMEDIATE,
    Opcode.READ,
    Opcode.FETCH_AND_ADD,
    Opcode.COMPARE_AND_SWAP,
    Opcode.ATOMIC_WRITE,
    Opcode.FLUSH
  };

  /** What conversations said before the last two could be said. */
  private static final int FIRST_REQUESTS = 6;

  final Side side;
  private final Randomness random;
  private final int mtuBytes;
  private final MemoryRegion own;
  private final MemoryRegion secret;
  private final MemoryRegion readable;
  private final byte[] ownBefore = new byte[OWN_BYTES];
  private final BitSet mayChange = new BitSet(OWN_BYTES);
  private final BitSet requests = new BitSet();
  private final BitSet receives = new BitSet();
  private int posted;
  private int received;
  private int nextSlot;

  /** How many of the {@link #REQUESTS} it knows. */
  private int vocabulary = FIRST_REQUESTS;

  GuardedSide(
      int node, int mtuBytes, Randomness random, Consumer<Copy> network, List<RemotePort> peer) {
    this.random = random;
    this.mtuBytes = mtuBytes;
    Node made =
        new Node(Node.ports(node, 1, mtuBytes), EngineConfig.STANDARD, random, network, () -> {});
    side = new Side(made, peer, Pair.BUDGET_BYTES, OWN_BYTES);
    own = side.domain.allocate(OWN_BYTES, EnumSet.of(Access.LOCAL_WRITE));
    secret = side.domain.allocate(SLOT_BYTES, EnumSet.of(Access.LOCAL_WRITE));
    readable = side.domain.allocate(SLOT_BYTES, EnumSet.of(Access.REMOTE_READ));
    random.nextBytes(ownBefore);
    MemorySegment.copy(ownBefore, 0, own.segment(), ValueLayout.JAVA_BYTE, 0, OWN_BYTES);
    secret.segment().fill(SECRET);
    readable.segment().fill(TOLD);
  }

  /** It knows every request, and makes and takes some in several ranges. */
  void speakAll() {
    vocabulary = REQUESTS.length;
  }

  /** A peer's only port, as it is announced. */
  static List<RemotePort> announced(int node, int mtuBytes) {
    LocalPort port = Node.ports(node, 1, mtuBytes).getFirst();
    return List.of(new RemotePort(port.address(), port.receivePort(), mtuBytes, Pair.BUDGET_BYTES));
  }

  /** Posts a receive or a request, whatever comes to mind. */
  void act(GuardedSide peer) {
    if (random.nextInt(3) == 0) {
      receive();
    } else {
      request(peer);
    }
  }

  private int slot() {
    return nextSlot++ % SLOTS * SLOT_BYTES;
  }

  private void receive() {
    int length = random.nextInt(4) == 0 ? random.nextInt(64) : random.nextInt(SLOT_BYTES);
    int slot = slot();
    if (side.receives.post(received, own, slot, length) == PostStatus.POSTED) {
      received++;
      mayChange.set(slot, slot + length);
    }
  }

  private void request(GuardedSide peer) {
    Opcode opcode = REQUESTS[random.nextInt(vocabulary)];
    boolean word = opcode.isAtomic() || opcode == Opcode.ATOMIC_WRITE;
    int length = word ? Long.BYTES : length();
    int slot = slot();
    MemoryRegion target =
        opcode == Opcode.READ && random.nextInt(4) == 0 ? peer.readable : peer.side.memory;
    WorkRequest request = new WorkRequest().reset(opcode, posted);
    if (opcode == Opcode.FLUSH) {
      request.flush(PlacementType.GLOBAL_VISIBILITY, length);
    } else {
      local(request, slot, length);
    }
    request.remote(target.address(), target.remoteKey()).add(random.nextInt());
    if (side.queuePair.post(request) == PostStatus.POSTED) {
      posted++;
      if (opcode.fetches()) {
        mayChange.set(slot, slot + length);
      }
    }
  }

  /** One range, or two that lie the other way round. */
  private void local(WorkRequest request, int slot, int length) {
    boolean several = vocabulary == REQUESTS.length && random.nextInt(4) == 0;
    int second = several && length != Long.BYTES ? random.nextInt(1 + length) : 0;
    request.local(own, slot + second, length - second);
    if (second > 0) {
      request.andLocal(own, slot, second);
    }
  }

  private int length() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(9);
      case 1 -> mtuBytes * random.nextInt(1 + SLOT_BYTES / mtuBytes);
      default -> random.nextInt(SLOT_BYTES);
    };
  }

  /** Takes completions; each at most once, and only of what was posted. */
  void drain() {
    side.drain();
    while (!side.inbox.isEmpty()) {
      String completion = side.inbox.remove();
      String[] words = completion.split(" ", -1);
      int id = Integer.parseInt(words[0]);
      boolean isReceive = words[2].startsWith("RECEIVE");
      BitSet done = isReceive ? receives : requests;
      check(!done.get(id), "completed twice: " + completion);
      check(id < (isReceive ? received : posted), "completed without being posted: " + completion);
      done.set(id);
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** Whether nothing is awaited. */
  boolean isOver() {
    return requests.cardinality() == posted || isDead();
  }

  boolean isDead() {
    return side.queuePair.state() == QueuePairState.ERROR;
  }

  /** What must hold in the middle: nothing changed but what may. */
  void checkMemory() {
    byte[] now = own.segment().toArray(ValueLayout.JAVA_BYTE);
    for (int at = mayChange.nextClearBit(0); at < OWN_BYTES; at = mayChange.nextClearBit(at + 1)) {
      check(now[at] == ownBefore[at], "byte " + at + " of own memory changed");
    }
    checkUnchanged(secret, SECRET);
    checkUnchanged(readable, TOLD);
  }

  private static void checkUnchanged(MemoryRegion region, byte expected) {
    byte[] bytes = region.segment().toArray(ValueLayout.JAVA_BYTE);
    for (int at = 0; at < bytes.length; at++) {
      check(bytes[at] == expected, "byte " + at + " of memory without the right changed");
    }
  }

  /** Ends it; everything must come back. */
  void end() {
    side.queuePair.destroy();
    drain();
    check(
        requests.cardinality() == posted, requests.cardinality() + " of " + posted + " completed");
    int consumed = received - side.receives.posted();
    check(
        receives.cardinality() == consumed,
        receives.cardinality() + " of " + consumed + " consumed receives completed");
    Engine engine = side.node.engine;
    check(engine.nextTimerNanos() == Engine.NO_TIMER, "a timer is left");
    check(side.domain.sendBudget(0).admits(Pair.BUDGET_BYTES), "the budget of sends is not free");
    check(side.domain.readBudget(0).admits(Pair.BUDGET_BYTES), "the budget of READs is not free");
    check(side.domain.close(), "memory is still in use");
  }
}
