// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.ProtectionDomain;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Many strands to one peer that carry one flow: messages exactly once, bulk data by WRITE and READ
 * in chunks over all of them, failures of strands without failures of calls.
 *
 * <p>Sans-IO: it has no thread and no clock. One owner thread calls everything but
 * {@link #snapshot}; listeners are called on it, inside {@link #poll} and {@link #onLifelineFrame}.
 * The braid owns its domain from the constructor on and closes it before
 * {@link BraidListener#onClosed}.
 *
 * <p>Start: both sides {@link #offer}; the side that is not the opener {@link #connect}s first,
 * then the opener. Messages may be sent at once: they leave when the peer is known to be connected.
 */
public final class Braid implements Cord {
  /** Answer of send: no slot, or no credit; {@link BraidListener#onWritable} follows. */
  public static final long BACK_PRESSURED = -1;

  /** Answer of send: the session has failed. */
  public static final long CLOSED = -2;

  /** Longest frame that goes over a lifeline; longer messages wait for a strand. */
  public static final int MAX_LIFELINE_FRAME_BYTES = 16 << 10;

  private final Engine engine;

  /**
   * @param domain with room for one queue pair per path; on an exception it stays the caller's
   * @throws io.sennit.verbs.OutOfRegisteredMemoryException if the domain is too small for
   *     {@link BraidConfig#slotMemoryBytes()}
   */
  public Braid(
      BraidConfig config, BraidSession session, ProtectionDomain domain, BraidListener listener) {
    this(config, session, domain, listener, LeaseRules.SOUND);
  }

  Braid(
      BraidConfig config,
      BraidSession session,
      ProtectionDomain domain,
      BraidListener listener,
      LeaseRules rules) {
    engine = new Engine(new Core(config, session, domain, listener, rules));
  }

  /**
   * Creates one queue pair per path.
   *
   * @param paths distinct, 1 to {@link BraidConfig#maxPaths}
   */
  public List<StrandOffer> offer(List<Path> paths) {
    if (engine.strands.size() != 0) {
      throw new IllegalStateException("offered already");
    }
    int most = engine.core.config.maxPaths();
    if (paths.isEmpty() || paths.size() > most || Set.copyOf(paths).size() != paths.size()) {
      throw new IllegalArgumentException("1 to " + most + " distinct paths, not " + paths);
    }
    engine.strands.open(paths);
    return engine.rebuilder.offerAll();
  }

  /**
   * Connects each offered queue pair to the peer's of the same path.
   *
   * @param peerOffers untrusted
   * @throws IllegalArgumentException unless they name exactly the paths of {@link #offer}, as the
   *     peer sees them
   */
  public void connect(List<StrandOffer> peerOffers) {
    Map<Path, StrandOffer> byPath = new HashMap<>();
    for (StrandOffer offer : peerOffers) {
      byPath.put(offer.path().reversed(), offer);
    }
    StrandPath[] paths = engine.strands.all();
    if (byPath.size() != paths.length || peerOffers.size() != paths.length) {
      throw new IllegalArgumentException(
          "offered " + paths.length + " paths, the peer answers with " + peerOffers);
    }
    for (StrandPath path : paths) {
      StrandOffer offer = byPath.get(path.path);
      if (offer == null) {
        throw new IllegalArgumentException("the peer did not offer " + path.path);
      }
      engine.rebuilder.connectFirst(path, offer);
    }
    engine.lifeline.onConnected();
  }

  /** Names its paths for the log, which knows them by the numbers of their ports otherwise. */
  public void name(PathNames names) {
    engine.core.log.names = names;
  }

  /**
   * Lets the opener give a braid that is full further strands, as far as they bring something; they
   * rest when there is no bulk data. Both sides must allow it; else the opener is refused.
   *
   * @param paths which ones, between ports of the bootstrap and in the order of preference; of the
   *     acceptor none, for it does not choose
   */
  public void allowFurther(List<Path> paths) {
    engine.strands.furtherAllowed = true;
    engine.opening.allow(paths);
  }

  /**
   * Lets ports that come while the session lives have paths, on either side; after {@link #offer}.
   * Of own ones {@link #onPort} is told, those of the peer it tells itself.
   */
  public void allowPorts(PortPlan plan) {
    engine.core.ports.plan(plan);
  }

  /** Longest frame that a message can carry, in either send. */
  @Override
  public int maxFrameBytes() {
    return MessageSender.maxFrameBytes(engine.core.config);
  }

  /**
   * Sends one message.
   *
   * @return its sequence, 0 or more; {@link #BACK_PRESSURED} or {@link #CLOSED}: nothing was
   *     written
   */
  @Override
  public long send(FrameWriter writer, Lane lane) {
    return engine.sender.send(FrameType.MESSAGE, Tier.of(lane), writer);
  }

  /**
   * Sends the message that announces a delivered WRITE; once per transfer, before its release.
   *
   * @param transfer a delivered WRITE into memory with a lease
   */
  @Override
  public long sendDone(FrameWriter writer, Lane lane, long transfer) {
    Transfer write = engine.transfers.unaccounted(transfer);
    long unfinished = write.openCopies == 0 ? 0 : engine.strands.pathsWithCopiesOf(write);
    long sequence =
        engine.sender.sendDone(Tier.of(lane), writer, write.span().leaseId(), unfinished);
    if (sequence >= 0) {
      engine.transfers.announced(write, unfinished != 0);
    }
    return sequence;
  }

  /** Grants and loans that can be made now; if 0, {@link BraidListener#onWritable} follows. */
  @Override
  public int leaseRoom() {
    return engine.room(engine.leases.room());
  }

  /**
   * Lets the peer WRITE into a range of a region, once.
   *
   * @param region allocated from this braid's domain with REMOTE_WRITE
   * @param onReleased run on the owner thread when the memory is free again
   * @return what to tell the peer
   * @throws IllegalStateException if {@link #leaseRoom()} is 0
   */
  @Override
  public RemoteSpan grant(MemoryRegion region, long offset, long length, Runnable onReleased) {
    checkNotOver();
    return engine.leases.grant(region, offset, length, onReleased);
  }

  /**
   * Lets the peer READ a range of a region, once.
   *
   * @param region allocated from this braid's domain with REMOTE_READ
   * @param onReleased run on the owner thread when the memory is free again
   * @return what to tell the peer
   * @throws IllegalStateException if {@link #leaseRoom()} is 0
   */
  @Override
  public RemoteSpan lend(MemoryRegion region, long offset, long length, Runnable onReleased) {
    checkNotOver();
    return engine.leases.lend(region, offset, length, onReleased);
  }

  /**
   * Ends a lease at once: for the case that no peer ever heard of it (its message was not sent, or
   * the peer confirmed that it never will be delivered). Runs its {@code onReleased}.
   *
   * @param span what {@link #grant} or {@link #lend} answered
   * @throws IllegalStateException if the lease has ended
   */
  @Override
  public void withdraw(RemoteSpan span) {
    engine.leases.withdraw(span.leaseId());
  }

  /**
   * Transfers that can be started now; if 0, {@link BraidListener#onWritable} follows. What is
   * started after the session has failed fails and is released like the others; after
   * {@link BraidListener#onClosed} it throws.
   */
  @Override
  public int transferRoom() {
    return engine.room(engine.transfers.room());
  }

  /**
   * Starts to WRITE. A delivered write into a lease must be followed by {@link #sendDone} or
   * {@link #decline}; of one that fails or is aborted the braid itself declines the lease. Without
   * a lease it is delivered only when no copy is outstanding.
   *
   * @param source of this braid's domain; must not change until released
   * @param target the peer's memory; at least {@code length} long
   * @return names the transfer; never used again
   * @throws IllegalStateException if {@link #transferRoom()} is 0
   */
  @Override
  public long write(
      MemoryRegion source, long offset, RemoteSpan target, long length, TransferListener listener) {
    Objects.checkFromIndexSize(offset, length, source.length());
    Transfer transfer = engine.transfers.move(Opcode.WRITE, target, length, listener);
    return engine.transfers.between(transfer, source, offset);
  }

  /**
   * Starts to READ. The braid itself tells the owner when the last copy has ended, however it
   * ended. Without a lease it is delivered only when no copy is outstanding.
   *
   * @param source the peer's memory; at least {@code length} long
   * @param target of this braid's domain, with LOCAL_WRITE; belongs to the braid until released
   * @return names the transfer; never used again
   * @throws IllegalStateException if {@link #transferRoom()} is 0
   */
  @Override
  public long read(
      RemoteSpan source, MemoryRegion target, long offset, long length, TransferListener listener) {
    Objects.checkFromIndexSize(offset, length, target.length());
    Transfer transfer = engine.transfers.move(Opcode.READ, source, length, listener);
    return engine.transfers.between(transfer, target, offset);
  }

  /**
   * Starts a compare-and-swap; never copied twice, see {@link TransferListener#onFailed}.
   *
   * @param word 8 bytes, aligned, without a lease
   */
  public long compareAndSwap(
      RemoteSpan word, long expected, long replacement, TransferListener listener) {
    return engine.transfers.atomic(Opcode.COMPARE_AND_SWAP, word, expected, replacement, listener);
  }

  /**
   * Starts a fetch-and-add; never copied twice, see {@link TransferListener#onFailed}.
   *
   * @param word 8 bytes, aligned, without a lease
   */
  public long fetchAndAdd(RemoteSpan word, long addend, TransferListener listener) {
    return engine.transfers.atomic(Opcode.FETCH_AND_ADD, word, 0, addend, listener);
  }

  /**
   * Gives a transfer up: nothing more is posted, {@code onFailed} is called unless it has been
   * delivered (inside the next poll), {@code onReleased} once what was posted has ended. A READ
   * then frees the peer's loan, a WRITE declines the peer's grant. Of one that is released already,
   * nothing comes.
   */
  @Override
  public void abort(long transfer, String cause) {
    engine.transfers.abort(transfer, cause);
  }

  /**
   * Tells the owner of a span that was received, and not read or written, that it is free. If a
   * transfer is using it, that transfer is aborted first.
   */
  @Override
  public void decline(RemoteSpan span) {
    if (span.leaseId() != 0 && !engine.transfers.decline(span)) {
      engine.notices.declined(span.leaseId());
    }
  }

  /**
   * Marks a sequence of the peer as seen (a CANCEL that names its REQUEST).
   *
   * @return true if it had not arrived, and now never will be delivered
   */
  @Override
  public boolean consume(long sequence) {
    engine.core.dirty = true;
    return sequence >= 0 && engine.window.accept(sequence);
  }

  /**
   * Does what there is to do: completions, retries, timers. Never blocks.
   *
   * @param nowNanos monotonic
   * @return how much was done; 0: nothing
   */
  @Override
  public int poll(long nowNanos) {
    return engine.poll(nowNanos);
  }

  /** When poll must be called at the latest, as absolute time; Long.MAX_VALUE: never. */
  @Override
  public long nextTimerNanos() {
    return engine.nextTimerNanos();
  }

  /** Prepares to sleep on the completion channel; false: poll again first. */
  @Override
  public boolean arm() {
    return engine.arm();
  }

  /**
   * A port of the device has changed or come, or is found so when the braid is made. The paths of
   * one that fails are doubted at once, and given up as soon as another path answers, or if there
   * is nothing to lose; the paths of one that is back, or has another address, are rebuilt without
   * a pause. The peer is told.
   */
  public void onPort(PortEvent event) {
    engine.ports.onEvent(event);
  }

  /** There is another lifeline, which has carried nothing yet. */
  public void onLifelineRenewed() {
    engine.lifeline.onRenewed();
  }

  /** A frame that the peer's braid sent over the lifeline; untrusted. */
  public void onLifelineFrame(byte[] frame) {
    engine.onLifelineFrame(frame);
  }

  /** Ends the session, for whatever cause; the first cause is kept. Finished inside poll. */
  @Override
  public void fail(String cause) {
    engine.fail(cause);
  }

  /** The braid now; from any thread. */
  public BraidSnapshot snapshot() {
    List<PathSnapshot> paths =
        Arrays.stream(engine.strands.all()).map(StrandPath::snapshot).toList();
    return new BraidSnapshot(paths, engine.core.counters.copy());
  }

  /** Credits at this moment; only on the loop thread. */
  public MessageWindows messageWindows() {
    return new MessageWindows(
        engine.credits.next(), engine.credits.limit(), engine.window.base(), engine.window.end());
  }

  private void checkNotOver() {
    if (engine.core.over) {
      throw new IllegalStateException("the session is over: " + engine.core.failure.cause());
    }
  }

  /** The parts, for tests that look inside. */
  Engine engine() {
    return engine;
  }
}
