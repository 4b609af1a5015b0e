// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reusable description of one operation, filled by the poster and read during
 * {@link QueuePair#post}; the provider keeps no reference to it afterwards.
 *
 * <p>A posted request ends in exactly one completion, so that a drain can be counted exactly,
 * unless it is {@link #unsignalled}. The local memory belongs to the provider from the post to that
 * completion, unless the request is {@link #inline}.
 */
public final class WorkRequest {
  private static final int MOST_KEY_TAIL = 255;

  private Opcode opcode = Opcode.SEND;
  private long id;
  private final ScatterGatherList local = new ScatterGatherList();
  private long remoteAddress;
  private int remoteKey;
  private int immediate;
  private long compare;
  private long swapOrAdd;
  private boolean inline;
  private boolean unsignalled;
  private int invalidatedKey;
  private @Nullable MemoryWindow window;
  private int keyTail;
  private Set<Access> windowAccess = Set.of();
  private PlacementType placement = PlacementType.GLOBAL_VISIBILITY;
  private int flushedBytes;
  private boolean wholeRegion;

  /** Starts as an empty one. */
  public WorkRequest() {}

  /** Starts a new request; everything but opcode and id is reset. */
  public WorkRequest reset(Opcode newOpcode, long newId) {
    opcode = newOpcode;
    id = newId;
    local.clear();
    remoteAddress = 0;
    remoteKey = 0;
    immediate = 0;
    compare = 0;
    swapOrAdd = 0;
    inline = false;
    unsignalled = false;
    invalidatedKey = 0;
    window = null;
    keyTail = 0;
    windowAccess = Set.of();
    placement = PlacementType.GLOBAL_VISIBILITY;
    flushedBytes = 0;
    wholeRegion = false;
    return this;
  }

  /** Changes opcode and id, and leaves the rest as it is. */
  public WorkRequest as(Opcode newOpcode, long newId) {
    opcode = newOpcode;
    id = newId;
    return this;
  }

  /** Takes everything from another request. */
  public WorkRequest copy(WorkRequest other) {
    opcode = other.opcode;
    id = other.id;
    local.copy(other.local);
    remoteAddress = other.remoteAddress;
    remoteKey = other.remoteKey;
    immediate = other.immediate;
    compare = other.compare;
    swapOrAdd = other.swapOrAdd;
    inline = other.inline;
    unsignalled = other.unsignalled;
    invalidatedKey = other.invalidatedKey;
    window = other.window;
    keyTail = other.keyTail;
    windowAccess = other.windowAccess;
    placement = other.placement;
    flushedBytes = other.flushedBytes;
    wholeRegion = other.wholeRegion;
    return this;
  }

  /**
   * The one local range: source of SEND, WRITE and (8 bytes) ATOMIC_WRITE, target of READ and (8
   * bytes) of atomics.
   */
  public WorkRequest local(MemoryRegion region, long offsetBytes, int lengthBytes) {
    local.clear();
    return andLocal(region, offsetBytes, lengthBytes);
  }

  /**
   * One more local range, behind those named before: SEND and WRITE gather, READ scatters, all else
   * has one range only. There may be {@link Capabilities#maxScatterGather}.
   */
  public WorkRequest andLocal(MemoryRegion region, long offsetBytes, int lengthBytes) {
    local.add(region, offsetBytes, lengthBytes);
    return this;
  }

  /** All local ranges, taken from a list. */
  public WorkRequest local(ScatterGatherList ranges) {
    local.copy(ranges);
    return this;
  }

  /** The peer's range for one-sided operations; its length is that of all local ranges. */
  public WorkRequest remote(long address, int key) {
    remoteAddress = address;
    remoteKey = key;
    return this;
  }

  /** The 32 bits of WRITE_WITH_IMMEDIATE and SEND_WITH_IMMEDIATE. */
  public WorkRequest immediate(int value) {
    immediate = value;
    return this;
  }

  /** The key that SEND_WITH_INVALIDATE (the peer's) or LOCAL_INVALIDATE (this side's) closes. */
  public WorkRequest invalidate(int key) {
    invalidatedKey = key;
    return this;
  }

  /**
   * What BIND_WINDOW does with the local range: the peer may use it through the queue pair that the
   * request is posted to. The region must have {@link Access#BIND_WINDOW}, and for remote writes
   * and atomics LOCAL_WRITE.
   *
   * @param opened not bound, of the same domain
   * @param tail the low 8 bits of its key: {@link MemoryWindow#remoteKey}
   * @param access remote rights; local ones mean nothing
   */
  public WorkRequest bind(MemoryWindow opened, int tail, Set<Access> access) {
    if (tail < 0 || tail > MOST_KEY_TAIL) {
      throw new IllegalArgumentException("a key's tail of " + tail + " is not 0 to 255");
    }
    window = opened;
    keyTail = tail;
    windowAccess = access;
    return this;
  }

  /** Operands of COMPARE_AND_SWAP. */
  public WorkRequest compareAndSwap(long expected, long replacement) {
    compare = expected;
    swapOrAdd = replacement;
    return this;
  }

  /** Operand of FETCH_AND_ADD. */
  public WorkRequest add(long addend) {
    swapOrAdd = addend;
    return this;
  }

  /**
   * What FLUSH flushes: so many bytes of the peer's memory from {@link #remote}'s address on. It
   * has no local range.
   *
   * @param lengthBytes 0 or more
   */
  public WorkRequest flush(PlacementType type, int lengthBytes) {
    placement = type;
    flushedBytes = lengthBytes;
    wholeRegion = false;
    return this;
  }

  /** What FLUSH flushes: all that {@link #remote}'s key opens; the address is not looked at. */
  public WorkRequest flushAll(PlacementType type) {
    placement = type;
    flushedBytes = 0;
    wholeRegion = true;
    return this;
  }

  /** Copies the payload at the post (SEND and WRITE up to {@link Capabilities#maxInlineBytes}). */
  public WorkRequest inline() {
    inline = true;
    return this;
  }

  /**
   * Asks for no completion if it succeeds ({@link Feature#UNSIGNALLED}). The completion of a later
   * request of the same queue pair proves that it did; until that is polled the local memory
   * belongs to the provider, and the request counts as {@link QueuePair#outstanding}. So one
   * request in every send depth must be signalled, or the queue stays full. A failure is always
   * completed.
   */
  public WorkRequest unsignalled() {
    unsignalled = true;
    return this;
  }

  /** Takes {@link #unsignalled} back. */
  public WorkRequest signalled() {
    unsignalled = false;
    return this;
  }

  public Opcode opcode() {
    return opcode;
  }

  /** Returned unchanged by the completion. */
  public long id() {
    return id;
  }

  /** The local ranges, to be read only. */
  public ScatterGatherList ranges() {
    return local;
  }

  /** The region of the first local range; absent only for zero-length requests. */
  public @Nullable MemoryRegion localRegion() {
    return local.size() == 0 ? null : local.region(0);
  }

  /** Offset of the first local range. */
  public long localOffset() {
    return local.size() == 0 ? 0 : local.offset(0);
  }

  /** Bytes of all local ranges together: {@link ScatterGatherList#length()}. */
  public int length() {
    return local.length();
  }

  public long remoteAddress() {
    return remoteAddress;
  }

  public int remoteKey() {
    return remoteKey;
  }

  public int immediate() {
    return immediate;
  }

  public long compare() {
    return compare;
  }

  public long swapOrAdd() {
    return swapOrAdd;
  }

  public boolean isInline() {
    return inline;
  }

  public int invalidatedKey() {
    return invalidatedKey;
  }

  /** The window of BIND_WINDOW; absent for all else. */
  public @Nullable MemoryWindow window() {
    return window;
  }

  public int keyTail() {
    return keyTail;
  }

  public Set<Access> windowAccess() {
    return windowAccess;
  }

  /** What FLUSH waits for. */
  public PlacementType placement() {
    return placement;
  }

  /** Bytes that FLUSH flushes, unless it {@link #flushesAll}. */
  public int flushedBytes() {
    return flushedBytes;
  }

  /** Whether FLUSH is about all that the key opens. */
  public boolean flushesAll() {
    return wholeRegion;
  }

  public boolean isSignalled() {
    return !unsignalled;
  }
}
