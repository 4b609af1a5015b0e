// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Randomness;
import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidListener;
import io.sennit.multipath.Cord;
import io.sennit.multipath.FrameWriter;
import io.sennit.multipath.Lane;
import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferLine;
import io.sennit.multipath.TransferListener;
import io.sennit.rpc.HeapDomain;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A braid by its rules and nothing more, in one thread: every message once, in any order that the
 * test likes; transfers that take time; leases that are released late. It checks what the engine
 * does with it.
 */
final class TestCord implements Cord {
  static final int SLOT_BYTES = 8192 - 96;

  final HeapDomain memory;
  private final int slotBytes;
  private final Randomness random;
  private BraidListener listener = new Nobody();
  private @Nullable TestCord peer;
  private long nextSequence;
  private long nextLease = 1;
  private long lastTransfer;
  private int normalSlots = 64;
  private int controlSlots = 16;
  private boolean writable = true;
  private boolean over;
  private boolean closed;
  /** Messages of the peer that have not been delivered here. */
  private final List<Message> arriving = new ArrayList<>();

  private final Set<Long> arrivedOrConsumed = new HashSet<>();
  private final Map<Long, Lease> leases = new HashMap<>();
  private final List<Transfer> transfers = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();

  /** Which of the peer's messages may be delivered now. */
  Predicate<Message> gate = message -> true;

  /** Whether transfers make progress. */
  boolean transfersRun = true;

  /** Whether references to memory that is not there are failures of the peer, not of the test. */
  boolean lenient;

  /** Whether messages and events come in random order. */
  boolean shuffled;

  int maxLeases = 1000;
  int maxTransfers = 1000;

  record Message(
      long sequence,
      MemorySegment frame,
      Lane lane,
      @Nullable RemoteSpan done) {
    MessageView view() {
      return new MessageView().wrap(frame, (int) frame.byteSize());
    }

    /** Whether it holds a frame of this type. */
    boolean has(int type) {
      MessageView view = view();
      while (view.next()) {
        if (view.type() == type) {
          return true;
        }
      }
      return false;
    }
  }

  private record Lease(RemoteSpan span, Runnable onReleased) {}

  private final class Transfer {
    private final long id = ++lastTransfer;
    private final RemoteSpan remote;
    private final MemorySegment local;
    private final boolean write;
    private final TransferListener listener;
    private boolean delivered;
    private boolean settled;
    private @Nullable String aborted;

    Transfer(RemoteSpan remote, MemorySegment local, boolean write, TransferListener listener) {
      this.remote = remote;
      this.local = local;
      this.write = write;
      this.listener = listener;
    }

    void run() {
      if (aborted != null) {
        fail(aborted);
        return;
      }
      if (!peer().isLeased(remote)) {
        if (lenient) {
          fail("REMOTE_ACCESS_ERROR");
          TestCord.this.fail("a transfer was refused by the peer");
          return;
        }
        throw new AssertionError("a transfer touches released memory: " + remote);
      }
      Access needed = write ? Access.REMOTE_WRITE : Access.REMOTE_READ;
      MemorySegment far =
          peer().memory.at(remote.address(), remote.remoteKey(), local.byteSize(), needed);
      (write ? far : local).copyFrom(write ? local : far);
      delivered = true;
      listener.onDelivered(0);
      if (!write) {
        settle(true); // A delivered write is accounted for by its DONE, or by a decline.
      }
    }

    void fail(String cause) {
      transfers.remove(this);
      listener.onFailed(cause, false);
      settle(true);
    }

    /**
     * Accounted for: the local memory is free.
     *
     * @param farToo whether the peer learns by this, and not by a DONE, that its lease has ended
     */
    void settle(boolean farToo) {
      if (settled) {
        return;
      }
      settled = true;
      later.add(() -> {
        transfers.remove(this);
        if (farToo) {
          peer().later.add(() -> peer().release(remote.leaseId()));
        }
        listener.onReleased();
      });
    }
  }

  TestCord(HeapDomain memory, Randomness random, int slotBytes) {
    this.memory = memory;
    this.slotBytes = slotBytes;
    this.random = random;
  }

  static void tie(TestCord a, BraidListener forA, TestCord b, BraidListener forB) {
    a.peer = b;
    b.peer = a;
    a.listener = forA;
    b.listener = forB;
  }

  private TestCord peer() {
    TestCord known = peer;
    if (known == null) {
      throw new AssertionError("not tied");
    }
    return known;
  }

  @Override
  public int maxFrameBytes() {
    return slotBytes;
  }

  @Override
  public long send(FrameWriter writer, Lane lane) {
    return send(writer, lane, null);
  }

  private long send(FrameWriter writer, Lane lane, @Nullable RemoteSpan done) {
    if (over) {
      return Braid.CLOSED;
    }
    int slots = lane == Lane.NORMAL ? normalSlots : controlSlots;
    if (slots == 0) {
      writable = false;
      return Braid.BACK_PRESSURED;
    }
    byte[] slot = new byte[slotBytes];
    int length = writer.write(MemorySegment.ofArray(slot));
    if (length < 0 || length > slotBytes) {
      throw new AssertionError("a frame of " + length);
    }
    take(lane, -1);
    long sequence = nextSequence++;
    MemorySegment frame = MemorySegment.ofArray(Arrays.copyOf(slot, length));
    peer().arriving.add(new Message(sequence, frame, lane, done));
    return sequence;
  }

  private void take(Lane lane, int slots) {
    if (lane == Lane.NORMAL) {
      normalSlots += slots;
    } else {
      controlSlots += slots;
    }
  }

  /** Bounds what may be under way. */
  void normalSlots(int slots) {
    normalSlots = slots;
  }

  @Override
  public long sendDone(FrameWriter writer, Lane lane, long write) {
    Transfer transfer = find(write);
    if (transfer == null || !transfer.delivered || transfer.settled || !transfer.write) {
      throw new AssertionError("DONE for a write that was not delivered, or twice");
    }
    long sequence = send(writer, lane, transfer.remote);
    if (sequence >= 0) {
      transfer.settle(false);
    }
    return sequence;
  }

  @Override
  public int leaseRoom() {
    writable &= leases.size() < maxLeases;
    return over ? 0 : Math.max(0, maxLeases - leases.size());
  }

  @Override
  public RemoteSpan grant(MemoryRegion region, long offset, long length, Runnable onReleased) {
    return lease(region, offset, length, onReleased);
  }

  @Override
  public RemoteSpan lend(MemoryRegion region, long offset, long length, Runnable onReleased) {
    return lease(region, offset, length, onReleased);
  }

  private RemoteSpan lease(MemoryRegion region, long offset, long length, Runnable onReleased) {
    if (leases.size() >= maxLeases) {
      throw new IllegalStateException("no room for a lease");
    }
    RemoteSpan span =
        new RemoteSpan(region.address() + offset, region.remoteKey(), length, nextLease++);
    leases.put(span.leaseId(), new Lease(span, onReleased));
    return span;
  }

  @Override
  public void withdraw(RemoteSpan span) {
    release(span.leaseId());
  }

  private boolean isLeased(RemoteSpan span) {
    Lease lease = leases.get(span.leaseId());
    return lease != null
        && lease.span.address() == span.address()
        && lease.span.remoteKey() == span.remoteKey()
        && lease.span.length() >= span.length();
  }

  private void release(long leaseId) {
    Lease lease = leases.remove(leaseId);
    if (lease == null && lenient) {
      return;
    }
    if (lease == null) {
      throw new AssertionError("lease " + leaseId + " is released twice or was never made");
    }
    lease.onReleased.run();
    wakeSoon();
  }

  @Override
  public int transferRoom() {
    writable &= transfers.size() < maxTransfers;
    return Math.max(0, maxTransfers - transfers.size());
  }

  @Override
  public long write(
      MemoryRegion source, long offset, RemoteSpan target, long length, TransferListener told) {
    return start(target, source.segment().asSlice(offset, length), true, told);
  }

  @Override
  public long read(
      RemoteSpan source, MemoryRegion target, long offset, long length, TransferListener told) {
    return start(source, target.segment().asSlice(offset, length), false, told);
  }

  private long start(RemoteSpan remote, MemorySegment local, boolean write, TransferListener told) {
    if (transfers.size() >= maxTransfers || local.byteSize() > remote.length()) {
      throw new IllegalStateException("no room for a transfer, or in it");
    }
    Transfer transfer = new Transfer(remote, local, write, told);
    transfers.add(transfer);
    return transfer.id;
  }

  /** Of each open transfer. */
  List<TransferLine> lines() {
    return transfers.stream().map(each -> each.listener.line()).toList();
  }

  private @Nullable Transfer find(long id) {
    return transfers.stream().filter(each -> each.id == id).findFirst().orElse(null);
  }

  @Override
  public void abort(long id, String cause) {
    Transfer transfer = find(id);
    if (transfer != null) {
      transfer.aborted = cause;
    }
  }

  @Override
  public void decline(RemoteSpan span) {
    for (Transfer transfer : transfers) {
      if (transfer.remote.equals(span) && transfer.delivered && !transfer.settled) {
        transfer.settle(true);
        return;
      }
    }
    peer().later.add(() -> peer().release(span.leaseId()));
  }

  @Override
  public boolean consume(long sequence) {
    return arrivedOrConsumed.add(sequence);
  }

  @Override
  public int poll(long nowNanos) {
    if (closed) {
      return 0;
    }
    if (over) {
      tearDown();
      return 1;
    }
    int done = runLater() + deliver() + runTransfers();
    wakeIfRoom();
    return done;
  }

  private int runLater() {
    List<Runnable> now = new ArrayList<>(later);
    later.clear();
    now.forEach(Runnable::run);
    return now.size();
  }

  private int deliver() {
    int done = 0;
    List<Message> now = new ArrayList<>(arriving.stream().filter(gate).toList());
    if (shuffled) {
      for (int i = now.size() - 1; i > 0; i--) {
        Collections.swap(now, i, random.nextInt(i + 1));
      }
    }
    for (Message message : now) {
      if (shuffled && random.nextInt(4) == 0) {
        continue; // Some stay on their way for another round.
      }
      arriving.remove(message);
      done++;
      peer().take(message.lane, 1);
      if (arrivedOrConsumed.add(message.sequence) && !over) {
        MemorySegment frame = message.frame.asReadOnly();
        listener.onMessage(message.sequence, frame, (int) frame.byteSize());
      }
      if (message.done != null) {
        long lease = message.done.leaseId();
        later.add(() -> release(lease));
      }
    }
    return done;
  }

  private int runTransfers() {
    int done = 0;
    for (Transfer transfer : List.copyOf(transfers)) {
      boolean wait = shuffled && random.nextInt(3) == 0;
      if (transfersRun && !transfer.delivered && !transfer.settled && !wait) {
        transfer.run();
        done++;
      }
    }
    return done;
  }

  private void wakeSoon() {
    later.add(() -> {});
  }

  private void wakeIfRoom() {
    boolean room = normalSlots > 0
        && controlSlots > 0
        && leases.size() < maxLeases
        && transfers.size() < maxTransfers;
    if (!writable && room) {
      writable = true;
      listener.onWritable();
    }
  }

  @Override
  public long nextTimerNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean arm() {
    return arriving.isEmpty() && later.isEmpty();
  }

  @Override
  public void fail(String cause) {
    end(cause);
    peer().end("the peer ended the session: " + cause);
  }

  private void end(String cause) {
    if (!over) {
      over = true;
      later.add(() -> listener.onFailed(cause, false));
    }
  }

  private void tearDown() {
    runLater();
    for (Transfer transfer : List.copyOf(transfers)) {
      transfers.remove(transfer);
      if (!transfer.delivered) {
        transfer.listener.onFailed("the session ended", false);
      }
      transfer.listener.onReleased();
    }
    for (long lease : List.copyOf(leases.keySet())) {
      release(lease);
    }
    later.clear();
    closed = true;
    listener.onClosed();
  }

  // For tests.

  int openLeases() {
    return leases.size();
  }

  int openTransfers() {
    return transfers.size();
  }

  /** Messages of the peer that are on their way here. */
  List<Message> arriving() {
    return arriving;
  }

  private static final class Nobody implements BraidListener {
    @Override
    public void onMessage(long sequence, MemorySegment frame, int length) {}

    @Override
    public void onWritable() {}

    @Override
    public void sendOnLifeline(byte[] frame) {}

    @Override
    public void onFailed(String cause, boolean peerGone) {}

    @Override
    public void onClosed() {}
  }
}
