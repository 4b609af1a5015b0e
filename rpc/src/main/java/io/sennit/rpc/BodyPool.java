// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.MemoryAccount;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registered memory of one session, given out as bodies: arenas for sending, which the peer may
 * only read, and for receiving, which it may also write. For each direction a part is kept apart:
 * what is received before anybody asks for it never takes the memory of what somebody waits for,
 * and what is sent to a peer that does not read it leaves some for a peer that waits. Safe from any
 * thread.
 *
 * <p>Exhaustion is a status: the allocating methods answer empty, and {@link #whenRoom} tells when
 * it is worth trying again. The pool never waits and, after its first slabs, allocates nothing on
 * the heap but the {@link Body} itself and its optional.
 *
 * <p>Ownership: the memory belongs to the protection domain; whoever tears the session down closes
 * {@link #guardedDomain()}, which waits for the bodies.
 */
public final class BodyPool {
  private static final Logger LOG = LoggerFactory.getLogger(BodyPool.class);
  private static final Set<Access> READABLE = Set.of(Access.LOCAL_WRITE, Access.REMOTE_READ);
  private static final Set<Access> WRITABLE =
      Set.of(Access.LOCAL_WRITE, Access.REMOTE_READ, Access.REMOTE_WRITE);

  private final ProtectionDomain domain;
  private final RegisteredMemory memory;
  private final BodyPoolConfig config;
  private final Executor owner;
  private final Runnable reclaim = this::reclaim;
  private final SlabArena sending;
  private final SlabArena receiving;
  private final SlabArena ahead;
  private final SlabArena urgent;
  private final AtomicLong openBodies = new AtomicLong();
  private final LongAdder refusals = new LongAdder();
  private final List<Runnable> waiting = new ArrayList<>();
  private final Set<Movable> movables = new LinkedHashSet<>();
  private volatile boolean anyWaiting;
  private volatile boolean reclaimWanted;
  private volatile boolean roomCame;
  private volatile boolean closed;
  private boolean listening;

  /**
   * Makes one without memory yet.
   *
   * @param account charged for what is registered
   * @param owner runs tasks on the thread that owns the domain, in their order; may drop one while
   *     that thread is busy
   */
  public BodyPool(
      ProtectionDomain domain, MemoryAccount account, BodyPoolConfig config, Executor owner) {
    this.domain = domain;
    memory = new RegisteredMemory(domain, account, this::onAccountShort);
    this.config = config;
    this.owner = owner;
    sending = arena(READABLE, config.sendBytes());
    receiving = arena(WRITABLE, config.receiveBytes());
    ahead = arena(WRITABLE, config.aheadBytes());
    urgent = arena(READABLE, config.urgentBytes());
    account.onAwaited(() -> owner.execute(reclaim));
  }

  public BodyPoolConfig config() {
    return config;
  }

  /**
   * Memory for a body to send, content unspecified; empty if there is none now.
   *
   * @throws IllegalArgumentException if it could never be had: negative, or above
   *     {@link BodyPoolConfig#sendBytes()}
   */
  public Optional<Body> allocateToSend(long bytes) {
    return allocate(sending, bytes);
  }

  /**
   * Memory to receive into, content unspecified; empty if there is none now.
   *
   * @throws IllegalArgumentException if it could never be had: negative, or above
   *     {@link BodyPoolConfig#receiveBytes()}
   */
  public Optional<Body> allocateToReceive(long bytes) {
    return allocate(receiving, bytes);
  }

  /**
   * Memory to send what the peer waits for: also of the part that is kept for this alone; empty if
   * there is none now.
   *
   * @throws IllegalArgumentException as {@link #allocateToSend} does
   */
  public Optional<Body> allocateUrgently(long bytes) {
    Optional<Body> body = allocateToSend(bytes);
    return body.isPresent() || bytes > urgent.limitBytes() ? body : tryAllocate(urgent, bytes);
  }

  /** Memory to receive into what nobody waits for yet; empty if there is none now, or never. */
  public Optional<Body> allocateAhead(long bytes) {
    return bytes > ahead.limitBytes() ? Optional.empty() : tryAllocate(ahead, bytes);
  }

  /** Bytes that {@link #allocateAhead} may still give out, if they lie well. */
  public long aheadRoomBytes() {
    return ahead.limitBytes() - ahead.usedBytes();
  }

  /**
   * Runs the task once, as soon as there may be more room, on the thread that made it: it must not
   * block. Ask first and try to allocate again then, so that nothing is missed between the two.
   */
  public void whenRoom(Runnable task) {
    synchronized (waiting) {
      waiting.add(task);
      anyWaiting = true;
    }
  }

  /** For the faces: from now on this may be told to move what it holds out of the pool. */
  public void enter(Movable movable) {
    synchronized (movables) {
      movables.add(movable);
    }
  }

  /** It holds nothing of the pool any more. */
  public void leave(Movable movable) {
    synchronized (movables) {
      movables.remove(movable);
    }
  }

  /**
   * Has what nobody reads moved out of the pool, the oldest first, until that many bytes are free,
   * or nothing is left to move.
   *
   * @return whether anything was moved, so that it is worth trying again
   */
  public boolean evict(long bytes) {
    List<Movable> oldestFirst;
    synchronized (movables) {
      oldestFirst = List.copyOf(movables);
    }
    long freed = 0;
    for (Movable each : oldestFirst) {
      freed += each.moveOut();
      if (freed >= bytes) {
        break;
      }
    }
    return freed > 0;
  }

  /** Bodies given out and not released. */
  public long openBodies() {
    return openBodies.get();
  }

  public boolean isIdle() {
    return openBodies.get() == 0;
  }

  /** Refuses allocations from now on; bodies that are out stay valid while the domain is open. */
  public void close() {
    closed = true;
    onRoom();
  }

  /**
   * The domain, for whoever tears the session down: it cannot be closed while bodies are out, since
   * what an application holds must stay readable.
   */
  public ProtectionDomain guardedDomain() {
    return new GuardedDomain(domain, memory, this);
  }

  /** Does what only the owner of the domain may do; the owner calls it from its duty cycle. */
  public void reclaim() {
    boolean others = memory.account().isAwaited();
    boolean own = takeWish();
    if (own || others) {
      boolean again = false;
      for (SlabArena arena : List.of(sending, receiving, ahead, urgent)) {
        again |= !arena.reclaim(others);
      }
      if (again) {
        reclaimWanted = true;
      }
      if (own) {
        onRoom();
      }
    }
  }

  /** Whether it was wanted; what comes from here on is seen the next time. */
  private boolean takeWish() {
    boolean came = roomCame;
    if (came) {
      roomCame = false;
    }
    boolean wanted = reclaimWanted;
    if (wanted) {
      reclaimWanted = false;
    }
    return came || wanted;
  }

  /** Registered bytes, both directions, in use or not. */
  public long registeredBytes() {
    return sending.registeredBytes()
        + receiving.registeredBytes()
        + ahead.registeredBytes()
        + urgent.registeredBytes();
  }

  /** Allocations answered with empty since the start. */
  public long refusals() {
    return refusals.sum();
  }

  /** Memory of the same domain that is no body. */
  MemoryRegion register(long bytes, Set<Access> access) {
    return memory.allocate(bytes, access);
  }

  /** Gives it back; the owner of the domain only; false if it must be tried again. */
  boolean deregister(MemoryRegion region) {
    return memory.deregister(region, region.length());
  }

  void requestReclaim() {
    reclaimWanted = true;
    owner.execute(reclaim);
  }

  void onDomainExhausted(OutOfRegisteredMemoryException cause) {
    LOG.debug("there is no more registered memory: {}", cause.getMessage());
  }

  /** Others hold what this session wants: they may give some of it back. */
  private void onAccountShort() {
    synchronized (waiting) {
      if (listening || closed) {
        return;
      }
      listening = true;
    }
    memory.account().whenRoom(this::onAccountRoom);
  }

  /** In another session's thread, and under its locks: nothing is done here. */
  private void onAccountRoom() {
    synchronized (waiting) {
      listening = false;
    }
    roomCame = true;
    owner.execute(reclaim);
  }

  void onGivenBack() {
    openBodies.decrementAndGet();
    if (anyWaiting) {
      onRoom();
    }
    if (memory.account().isAwaited()) {
      requestReclaim();
    }
  }

  private void onRoom() {
    List<Runnable> tasks = List.of();
    boolean taken = false;
    try {
      synchronized (waiting) {
        tasks = List.copyOf(waiting);
        waiting.clear();
        anyWaiting = false;
      }
      taken = true;
    } finally {
      if (!taken) {
        roomCame = true; // The owner tells them.
      }
    }
    runAll(tasks, 0);
  }

  /** Each of them has been promised to run, whatever those before it throw. */
  private static void runAll(List<Runnable> tasks, int first) {
    int next = first;
    try {
      while (next < tasks.size()) {
        tasks.get(next++).run();
      }
    } finally {
      if (next < tasks.size()) {
        runAll(tasks, next);
      }
    }
  }

  private Optional<Body> allocate(SlabArena arena, long bytes) {
    if (bytes < 0 || bytes > arena.limitBytes()) {
      throw new IllegalArgumentException("a body has 0 to " + arena.limitBytes()
          + " bytes (the budget of its direction), not " + bytes);
    }
    Optional<Body> body = tryAllocate(arena, bytes);
    if (body.isEmpty()) {
      refusals.increment();
    }
    return body;
  }

  private Optional<Body> tryAllocate(SlabArena arena, long bytes) {
    PooledStorage storage = closed ? null : arena.take(bytes);
    if (storage == null) {
      return Optional.empty();
    }
    openBodies.incrementAndGet();
    int life = storage.begin();
    boolean made = false;
    try {
      Optional<Body> body = Optional.of(new Body(storage, life, 0, bytes));
      made = true;
      return body;
    } finally {
      if (!made) {
        storage.release();
      }
    }
  }

  private SlabArena arena(Set<Access> access, long limitBytes) {
    return new SlabArena(this, memory, access, new SlabArena.Budget(config, limitBytes));
  }
}
