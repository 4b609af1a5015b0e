// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.base.Randomness;
import io.sennit.simulator.TraceEvent;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a cable, with the buffer before it. Confined to the world's thread.
 *
 * <p>A packet costs one task: what waits before the link is known from when the link will be free,
 * so that nothing has to happen when a packet leaves. Where switches have their neighbours pause
 * that is not known, and a {@link PausableQueue} stands before the link, which has no classes.
 *
 * <p>What goes first waits for the packet that has begun to leave, for which a whole one is taken,
 * and for others of its class. What waits already is not held up by it, since it is on its way as
 * far as this model goes; what comes later is, for as long as it took.
 */
public final class Link implements PacketHandler {
  /** Packets as long as its MTU allows. */
  public static final int ALL = Integer.MAX_VALUE;

  private static final TraceEvent CHANGED = TraceEvent.of("link", "link", "up", "swallows");
  private static final TraceEvent SPOILED = TraceEvent.of("spoiled", "link", "bytes", "how");
  private static final long PICOS = 1_000;
  private static final long PICOS_PER_SECOND = 1_000_000_000_000L;
  private static final int LIFE_SHIFT = 32;

  /** How a packet was spoiled. */
  public enum Spoiled {
    /** It arrives twice. */
    DOUBLED,
    /** Bits of it were flipped. */
    CORRUPTED,
    /** It arrives later than it should. */
    HELD,
    /** A copy of it arrives long after it. */
    ECHOED
  }

  private final int index;
  private final String name;
  private final Medium medium;
  private final Mishaps mishaps;
  private final Underway underway;
  private PacketHandler target = packet -> {
    throw new IllegalStateException("a link without an end");
  };
  private @Nullable SharedBuffer shared;
  private @Nullable PausableQueue pausable;
  private @Nullable WayIn wayIn;
  private LinkConfig config;
  private long picosPerByte;
  private long freePicos;

  /** The same for what goes first. */
  private long firstFreePicos;

  private boolean up = true;
  private int mostBytes = ALL;
  private Runnable watcher = () -> {};
  private boolean swallows;

  /** Whether no dice are thrown. */
  private boolean quiet = true;

  private long life;
  private final long[] losses = new long[LossCause.values().length];
  private final long[] spoiled = new long[Spoiled.values().length];
  private long carried;
  private long carriedBytes;
  private long marked;
  private long trimmed;

  Link(int index, String name, LinkConfig config, Medium medium, Randomness random) {
    this.index = index;
    this.name = name;
    this.medium = medium;
    mishaps = new Mishaps(random);
    underway = new Underway(medium.scheduler, this);
    this.config = config;
    rate(config.rateBytesPerSecond());
  }

  void leadTo(PacketHandler end) {
    target = end;
  }

  /** It leads out of a switch, and its queue is in that one's memory. */
  void share(SharedBuffer buffer) {
    shared = buffer;
  }

  /** It can be told to pause. */
  void queueUp() {
    pausable = new PausableQueue(medium, this);
  }

  /** It leads to where packets are counted. */
  void leadThrough(WayIn newWayIn) {
    wayIn = newWayIn;
  }

  /** Position in {@link Fabric#links()}; the other direction is the next or the one before. */
  public int index() {
    return index;
  }

  /** From where to where, such as {@code a:0>s1}. */
  public String name() {
    return name;
  }

  public LinkConfig config() {
    return config;
  }

  /** Changes what the link is; packets on their way are not affected. */
  public void reconfigure(LinkConfig newConfig) {
    boolean told = newConfig.mtuBytes() != config.mtuBytes();
    config = newConfig;
    rate(newConfig.rateBytesPerSecond());
    if (told) {
      watcher.run();
    }
  }

  private void rate(long bytesPerSecond) {
    picosPerByte = Math.max(1, PICOS_PER_SECOND / bytesPerSecond);
  }

  /**
   * Has longer packets vanish from now on, which nobody is told, unlike a change of its MTU.
   *
   * @param bytes of IP; {@link #ALL} ends it
   */
  public void narrow(int bytes) {
    mostBytes = bytes;
  }

  /** Says what is wrong with it from now on. */
  public void faults(LinkFaults newFaults) {
    mishaps.faults(newFaults);
    quiet = newFaults.equals(LinkFaults.NONE);
  }

  public LinkFaults faults() {
    return mishaps.faults();
  }

  /** Takes the link down, with what is on it, or up; switches see that and use other routes. */
  public void up(boolean newUp) {
    if (up != newUp) {
      up = newUp;
      life++;
      freePicos = 0;
      firstFreePicos = 0;
      if (pausable != null) {
        pausable.clear();
      }
      tell();
      watcher.run();
    }
  }

  /** Has whoever it begins at told when it goes down, comes up, or takes other packets. */
  public void watch(Runnable newWatcher) {
    watcher = newWatcher;
  }

  public boolean isUp() {
    return up;
  }

  /** Has the link swallow all packets, or stop to; nobody sees that. */
  public void swallow(boolean newSwallows) {
    if (swallows != newSwallows) {
      swallows = newSwallows;
      tell();
    }
  }

  /** Whether everything vanishes. */
  public boolean swallows() {
    return swallows;
  }

  @SuppressWarnings("EnumOrdinal") // an array of counts
  private void lose(int packet, LossCause cause) {
    losses[cause.ordinal()]++;
    medium.lose(packet, index, cause);
  }

  /** Packets lost here. */
  @SuppressWarnings("EnumOrdinal")
  public long lost(LossCause cause) {
    return losses[cause.ordinal()];
  }

  /** Packets spoiled here. */
  @SuppressWarnings("EnumOrdinal")
  public long spoiled(Spoiled how) {
    return spoiled[how.ordinal()];
  }

  private void tell() {
    medium.trace.add(CHANGED, index, up ? 1 : 0, swallows ? 1 : 0);
  }

  /** Packets that left. */
  public long carried() {
    return carried;
  }

  /** Bytes that left, with all headers. */
  public long carriedBytes() {
    return carriedBytes;
  }

  /** Packets marked since much was waiting. */
  public long marked() {
    return marked;
  }

  /** Packets that lost their payload since there was no room for it. */
  public long trimmed() {
    return trimmed;
  }

  /** How long it was told to pause, in all. */
  public long pausedNanos() {
    return pausable == null ? 0 : pausable.pausedNanos();
  }

  long picosPerByte() {
    return picosPerByte;
  }

  /** Nothing more begins to leave for so long; 0 ends that. */
  void pause(long forNanos) {
    if (pausable != null && up) {
      pausable.pause(forNanos);
    }
  }

  /** Whether a frame of one link alone would arrive that leaves now. */
  boolean carriesFrames() {
    boolean whole = up && !swallows;
    return whole && (quiet || !(mishaps.losesInBurst() || mishaps.loses()));
  }

  /** When it would: it goes before all that waits, behind what has begun to leave. */
  long frameArrivalNanos() {
    long startNanos = medium.scheduler.nanoTime();
    if (pausable != null) {
      startNanos = Math.max(startNanos, pausable.freeNanos());
    }
    long nanos = Math.ceilDiv(PauseConfig.FRAME_BYTES * picosPerByte, PICOS);
    return startNanos + nanos + config.delayNanos();
  }

  /** Bytes that wait before the link now. */
  public long waitingBytes() {
    if (pausable != null) {
      return pausable.bytes();
    }
    return Math.max(0, freePicos - nowPicos()) / picosPerByte;
  }

  private long nowPicos() {
    return medium.scheduler.nanoTime() * PICOS;
  }

  @Override
  public void receive(int packet) {
    LossCause obstacle = obstacle(packet);
    if (obstacle == LossCause.BUFFER && shared != null && shared.trims()) {
      medium.pool.trim(packet);
      trimmed++;
      obstacle = null;
    }
    if (obstacle != null) {
      lose(packet, obstacle);
    } else if (medium.pool.isTrimmed(packet)) {
      overtake(packet);
    } else if (goesFirst(packet)) {
      queueFirst(packet);
    } else {
      queue(packet);
    }
  }

  /** What has been trimmed goes before all that waits, which it delays by its time. */
  private void overtake(int packet) {
    long picos = medium.pool.linkBytes(packet) * picosPerByte;
    freePicos = Math.max(freePicos, nowPicos()) + picos;
    leave(packet, nowPicos() + picos);
  }

  private boolean goesFirst(int packet) {
    return medium.pool.dscp(packet) >= config.priorityDscp() && pausable == null;
  }

  private void queueFirst(int packet) {
    long nowPicos = nowPicos();
    long picos = medium.pool.linkBytes(packet) * picosPerByte;
    long begunPicos = Math.clamp(freePicos - nowPicos, 0, mostPicos());
    firstFreePicos = Math.max(firstFreePicos, nowPicos + begunPicos) + picos;
    freePicos = Math.max(freePicos, nowPicos) + picos;
    leave(packet, firstFreePicos);
  }

  /** That the longest packet takes. */
  private long mostPicos() {
    return (config.mtuBytes() + PacketPool.ETHERNET_BYTES) * picosPerByte;
  }

  private void queue(int packet) {
    PacketPool pool = medium.pool;
    long waiting = waitingBytes();
    if (waiting >= config.ecnBytes() && pool.ecn(packet) != 0) {
      pool.congestionExperienced(packet);
      marked++;
    }
    if (pausable != null) {
      pausable.add(packet);
      return;
    }
    freePicos = Math.max(freePicos, nowPicos()) + pool.linkBytes(packet) * picosPerByte;
    leave(packet, freePicos);
  }

  /** The last bit of a packet has left the queue that pauses. */
  void left(int packet) {
    medium.left(packet);
    leave(packet, nowPicos());
  }

  private void leave(int packet, long atPicos) {
    carried++;
    carriedBytes += medium.pool.linkBytes(packet);
    Tap tap = medium.tap;
    if (tap != null) {
      tap.taken(this, packet, medium.pool);
    }
    long arrivalNanos = (atPicos + PICOS - 1) / PICOS + config.delayNanos();
    if (quiet) {
      deliver(packet, arrivalNanos);
    } else {
      deliverSpoiled(packet, arrivalNanos);
    }
  }

  private @Nullable LossCause obstacle(int packet) {
    PacketPool pool = medium.pool;
    if (!up) {
      return LossCause.DOWN;
    }
    if (swallows) {
      return LossCause.BLACK_HOLE;
    }
    if (pool.ipBytes(packet) > Math.min(config.mtuBytes(), mostBytes)) {
      return LossCause.MTU;
    }
    if (!pool.isTrimmed(packet) && !hasRoom(packet)) {
      return LossCause.BUFFER;
    }
    if (quiet) {
      return null;
    }
    if (mishaps.losesInBurst()) {
      return LossCause.BURST;
    }
    return mishaps.loses() ? LossCause.CHANCE : null;
  }

  private boolean hasRoom(int packet) {
    if (pausable != null) {
      return true; // The bounds are those of the ways in.
    }
    int bytes = medium.pool.linkBytes(packet);
    long freeAt = goesFirst(packet) ? firstFreePicos : freePicos;
    long waiting = Math.max(0, freeAt - nowPicos()) / picosPerByte;
    SharedBuffer buffer = shared;
    return waiting + bytes <= config.bufferBytes()
        && (buffer == null || buffer.admits(waiting, bytes));
  }

  private void deliverSpoiled(int packet, long arrivalNanos) {
    PacketPool pool = medium.pool;
    if (mishaps.doubles()) {
      tell(packet, Spoiled.DOUBLED);
      deliverHeld(pool.copy(packet), arrivalNanos, mishaps.heldNanos());
    }
    long echoNanos = mishaps.echoedNanos();
    if (echoNanos > 0) {
      tell(packet, Spoiled.ECHOED);
      deliverHeld(pool.copy(packet), arrivalNanos, echoNanos);
    }
    if (mishaps.corrupts()) {
      tell(packet, Spoiled.CORRUPTED);
      mishaps.corrupt(pool.memory(packet), pool.offset(packet), pool.heldBytes(packet));
    }
    long heldNanos = mishaps.heldNanos();
    if (heldNanos > 0) {
      tell(packet, Spoiled.HELD);
    }
    deliverHeld(packet, arrivalNanos, heldNanos);
  }

  @SuppressWarnings("EnumOrdinal") // for the trace, and an array of counts
  private void tell(int packet, Spoiled how) {
    spoiled[how.ordinal()]++;
    medium.trace.add(SPOILED, index, medium.pool.length(packet), how.ordinal());
  }

  private void deliver(int packet, long arrivalNanos) {
    underway.add(arrivalNanos, (life << LIFE_SHIFT) | packet);
  }

  private void deliverHeld(int packet, long arrivalNanos, long heldNanos) {
    if (heldNanos == 0) {
      deliver(packet, arrivalNanos);
    } else {
      medium.scheduler.at(arrivalNanos + heldNanos, this::arrive, (life << LIFE_SHIFT) | packet);
    }
  }

  void arrive(long lifeAndPacket) {
    int packet = (int) lifeAndPacket;
    if (lifeAndPacket >> LIFE_SHIFT != life) {
      lose(packet, LossCause.DOWN);
    } else if (wayIn != null && !wayIn.take(packet)) {
      lose(packet, LossCause.BUFFER);
    } else {
      target.receive(packet);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
