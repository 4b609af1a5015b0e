// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import java.util.List;

/**
 * Many strands to one peer that carry one flow: messages exactly once, bulk data by WRITE and READ in
 * chunks over all of them, failures of strands without failures of calls.
 *
 * <p>Sans-IO: it has no thread and no clock. One owner thread calls everything but {@link #snapshot};
 * listeners are called on it, inside {@link #poll} and {@link #onLifelineFrame}. The braid owns its
 * domain from the constructor on and closes it before {@link BraidListener#onClosed}.
 *
 * <p>Start: both sides {@link #offer}; the side that is not the opener {@link #connect}s first, then
 * the opener. Messages may be sent at once: they leave when the peer is known to be connected.
 */
@SuppressWarnings("DoNotCallSuggester") // Signatures first; the engine follows.
public final class Braid {
  /** Answer of send: no slot, or no credit; {@link BraidListener#onWritable} follows. */
  public static final long BACK_PRESSURED = -1;

  /** Answer of send: the session has failed. */
  public static final long CLOSED = -2;

  /**
   * @throws io.sennit.verbs.OutOfRegisteredMemoryException if the domain is too small for {@link
   *     BraidConfig#slotMemoryBytes()}
   */
  public Braid(
      BraidConfig config, BraidSession session, ProtectionDomain domain, BraidListener listener) {}

  /**
   * Creates one queue pair per path.
   *
   * @param paths distinct, 1 to {@link BraidConfig#maxPaths}
   */
  public List<StrandOffer> offer(List<Path> paths) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Connects each offered queue pair to the peer's of the same path.
   *
   * @param peerOffers untrusted
   * @throws IllegalArgumentException unless they name exactly the paths of {@link #offer}, as the
   *     peer sees them
   */
  public void connect(List<StrandOffer> peerOffers) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Longest frame that a message can carry, in either send. */
  public int maxFrameBytes() {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Sends one message.
   *
   * @return its sequence, 0 or more; {@link #BACK_PRESSURED} or {@link #CLOSED}: nothing was written
   */
  public long send(FrameWriter writer, Lane lane) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Sends the message that announces a delivered WRITE; once per transfer, before its release.
   *
   * @param write delivered, into memory with a lease
   */
  public long sendDone(FrameWriter writer, Lane lane, Transfer write) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Grants and loans that can be made now; if 0, {@link BraidListener#onWritable} follows. */
  public int leaseRoom() {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Lets the peer WRITE into a range of a region, once.
   *
   * @param region allocated from this braid's domain with REMOTE_WRITE
   * @param onReleased run on the owner thread when the memory is free again
   * @throws IllegalStateException if {@link #leaseRoom()} is 0
   */
  public Grant grant(MemoryRegion region, long offset, long length, Runnable onReleased) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Lets the peer READ a range of a region, once.
   *
   * @param region allocated from this braid's domain with REMOTE_READ
   * @param onReleased run on the owner thread when the memory is free again
   * @throws IllegalStateException if {@link #leaseRoom()} is 0
   */
  public Loan lend(MemoryRegion region, long offset, long length, Runnable onReleased) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Transfers that can be started now; if 0, {@link BraidListener#onWritable} follows. */
  public int transferRoom() {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Starts to WRITE. A delivered write into a lease must be followed by {@link #sendDone} or {@link
   * #decline}; of one that fails or is aborted the braid itself declines the lease. Without a lease
   * it is delivered only when no copy is outstanding.
   *
   * @param source of this braid's domain; must not change until released
   * @param target the peer's memory; at least {@code length} long
   * @throws IllegalStateException if {@link #transferRoom()} is 0
   */
  public Transfer write(
      MemoryRegion source, long offset, RemoteSpan target, long length, TransferListener listener) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Starts to READ. The braid itself tells the owner when the last copy has ended, however it ended.
   * Without a lease it is delivered only when no copy is outstanding.
   *
   * @param source the peer's memory; at least {@code length} long
   * @param target of this braid's domain, with LOCAL_WRITE; belongs to the braid until released
   * @throws IllegalStateException if {@link #transferRoom()} is 0
   */
  public Transfer read(
      RemoteSpan source, MemoryRegion target, long offset, long length, TransferListener listener) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Starts a compare-and-swap; never copied twice, see {@link Transfer#outcome()}.
   *
   * @param word 8 bytes, aligned, without a lease
   */
  public Transfer compareAndSwap(
      RemoteSpan word, long expected, long replacement, TransferListener listener) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Starts a fetch-and-add; never copied twice, see {@link Transfer#outcome()}.
   *
   * @param word 8 bytes, aligned, without a lease
   */
  public Transfer fetchAndAdd(RemoteSpan word, long addend, TransferListener listener) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Tells the owner of a span that was received, and not read or written, that it is free. */
  public void decline(RemoteSpan span) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Marks a sequence of the peer as seen (a CANCEL that names its REQUEST).
   *
   * @return true if it had not arrived, and now never will be delivered
   */
  public boolean consume(long sequence) {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Does what there is to do: completions, retries, timers. Never blocks.
   *
   * @param nowNanos monotonic
   * @return how much was done; 0: nothing
   */
  public int poll(long nowNanos) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** When poll must be called at the latest, as absolute time; Long.MAX_VALUE: never. */
  public long nextTimerNanos() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Prepares to sleep on the completion channel; false: poll again first. */
  public boolean arm() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** A frame that the peer's braid sent over the lifeline; untrusted. */
  public void onLifelineFrame(byte[] frame) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Ends the session, for whatever cause; the first cause is kept. Finished inside poll. */
  public void fail(String cause) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** The braid now; from any thread. */
  public BraidSnapshot snapshot() {
    throw new UnsupportedOperationException("not built yet");
  }
}
