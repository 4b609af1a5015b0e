// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Begins lives of strands: the first ones, and new ones on paths whose last life is over. Only the
 * opener proposes (REBUILD); the acceptor connects and answers (REBUILD_ACK); the opener connects
 * and says so (READY), since until then the acceptor's requests would meet an unconnected half.
 * Never gives up.
 */
final class Rebuilder {
  /** Makes the queue pairs of a new strand. */
  interface QueuePairs {
    Strand.Halves create(StrandPath path);
  }

  private static final byte[] REFUSAL = {};

  /** What has healed is used again after a sixteenth of the time that it was gone, at most. */
  private static final int PAUSES_OF_AN_ABSENCE = 16;

  private final Core core;
  private final StrandSet strands;
  private final Fencing fencing;
  private final MessageSender sender;
  private final QueuePairs queuePairs;

  /** Of paths that have no place. */
  private final Queue<StrandOffer> refusals = new ArrayDeque<>();

  Rebuilder(
      Core core, StrandSet strands, Fencing fencing, MessageSender sender, QueuePairs queuePairs) {
    this.core = core;
    this.strands = strands;
    this.fencing = fencing;
    this.sender = sender;
    this.queuePairs = queuePairs;
  }

  StrandOffer offerFirst(StrandPath path) {
    return offer(path, strands.begin(path, 1, queuePairs.create(path)));
  }

  private static StrandOffer offer(StrandPath path, Strand strand) {
    StrandOffer.Addresses addresses = new StrandOffer.Addresses(
        strand.queuePair.address(), strand.probe.queuePair.address(), strand.messageAddress());
    return new StrandOffer(path.path, strand.epoch, addresses);
  }

  /**
   * Connects a first life.
   *
   * @throws IllegalArgumentException if the peer's offer is not for it
   */
  void connectFirst(StrandPath path, StrandOffer peer) {
    Strand strand = path.strand;
    if (strand == null || peer.epoch() != strand.epoch || strand.connected) {
      throw new IllegalArgumentException("not an offer for " + path.path + ": " + peer);
    }
    connect(strand, peer);
    if (core.session.opener()) {
      opened(strand);
    } else if (strand.peerReady) {
      strands.prove(strand);
    }
  }

  /** Opener: a path that is new, or rests, gets a strand. */
  void open(StrandPath path) {
    path.resting = false;
    path.beginPauses(core.nowNanos);
    path.rebuildAtNanos = core.nowNanos;
    core.dirty = true;
  }

  private void connect(Strand strand, StrandOffer peer) {
    strand.queuePair.connect(peer.address());
    byte[] probeAddress = peer.probeAddress();
    if (probeAddress.length > 0) {
      strand.probe.queuePair.connect(probeAddress);
      strand.probe.connected = true;
    }
    byte[] messageAddress = peer.messageAddress();
    if (messageAddress.length > 0) {
      strand.connectMessages(messageAddress);
    }
    strand.connected = true;
    core.dirty = true;
  }

  private void opened(Strand strand) {
    strands.prove(strand);
    strand.path.readyDue = true;
  }

  /** The life on this path is over. */
  void onRetired(StrandPath path) {
    path.rebuildDue = false;
    path.readyDue = false;
    boolean ends = path.resting || path.epoch == -1; // Epochs never repeat.
    if (core.session.opener() && !ends) {
      path.pauseNanos = path.hurried ? 0 : nextPauseNanos(path);
      path.rebuildAtNanos = core.nowNanos + path.pauseNanos;
    }
    path.hurried = false;
  }

  private long nextPauseNanos(StrandPath path) {
    long share = (core.nowNanos - path.pausesSinceNanos) / PAUSES_OF_AN_ABSENCE;
    long least = Math.max(path.pauseNanos, core.config.rebuildMinNanos());
    return Math.clamp(share, least, core.config.rebuildMaxNanos());
  }

  /** What was in the way of this path is not any more. */
  void hurry(StrandPath path) {
    path.beginPauses(core.nowNanos);
    path.hurried = path.strand != null && path.strand.is(StrandState.DOWN);
    if (path.rebuildAtNanos != Long.MAX_VALUE) {
      path.rebuildAtNanos = core.nowNanos;
    }
  }

  long nextTimerNanos() {
    long next = Long.MAX_VALUE;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      next = path.portFailed ? next : Math.min(next, path.rebuildAtNanos);
    }
    return next;
  }

  int step() {
    int work = 0;
    boolean ready = false;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      if (isDue(path)) {
        propose(path);
        work++;
      }
      work += speak(path);
      ready |= path.readyDue;
    }
    return work + (ready && speakReady() ? 1 : 0) + speakRefusals();
  }

  private int speakRefusals() {
    int sent = 0;
    for (StrandOffer next = refusals.peek();
        next != null && send(FrameType.REBUILD_ACK, next);
        next = refusals.peek()) {
      refusals.remove();
      sent++;
    }
    return sent;
  }

  private boolean isDue(StrandPath path) {
    return path.rebuildAtNanos != Long.MAX_VALUE
        && path.rebuildAtNanos <= core.nowNanos
        && !path.portFailed;
  }

  private void propose(StrandPath path) {
    path.rebuildAtNanos = Long.MAX_VALUE;
    Strand.Halves halves = tryCreate(path);
    if (halves == null) {
      onRetired(path);
      return;
    }
    strands.begin(path, path.epoch + 1, halves);
    core.journal.rebuilding(path);
    path.rebuildDue = true;
  }

  /** None if this side allows no further ones, or there are as many as there may be. */
  private Strand.@Nullable Halves tryCreate(StrandPath path) {
    if (strands.wantedBeside(path) >= core.config.maxPaths() || !isAllowed(path)) {
      path.resting |= path.spare;
      core.counters.increment(Counter.REBUILDS_REFUSED);
      return null;
    }
    try {
      return queuePairs.create(path);
    } catch (IllegalStateException | IllegalArgumentException bound) {
      core.counters.increment(Counter.REBUILDS_REFUSED);
      return null;
    }
  }

  private boolean isAllowed(StrandPath path) {
    return !path.spare || strands.furtherAllowed || core.ports.isLater(path.path);
  }

  private int speak(StrandPath path) {
    int sent = 0;
    Strand strand = path.strand;
    if (path.rebuildDue && strand != null && send(FrameType.REBUILD, offer(path, strand))) {
      path.rebuildDue = false;
      sent++;
    }
    if (path.rebuildAnswerDue) {
      StrandOffer answer =
          strand == null ? new StrandOffer(path.path, path.epoch, REFUSAL) : offer(path, strand);
      if (send(FrameType.REBUILD_ACK, answer)) {
        path.rebuildAnswerDue = false;
        sent++;
      }
    }
    return sent;
  }

  private boolean send(FrameType type, StrandOffer offer) {
    return sender.send(type, Tier.VITAL, slot -> {
          offer.encode(slot.asByteBuffer());
          return offer.encodedBytes();
        })
        >= 0;
  }

  private boolean speakReady() {
    boolean sent = sender.send(FrameType.READY, Tier.VITAL, slot -> {
          int at = 0;
          for (int i = 0; i < strands.size(); i++) {
            StrandPath path = strands.path(i);
            if (path.readyDue) {
              new PathEpoch(path.path, path.epoch).encode(slot, at);
              at += PathEpoch.BYTES;
            }
          }
          return at;
        })
        >= 0;
    for (int i = 0; sent && i < strands.size(); i++) {
      strands.path(i).readyDue = false;
    }
    return sent;
  }

  /** Acceptor: the opener proposes a new life. */
  void onRebuild(StrandOffer offer) {
    if (core.session.opener()) {
      throw new Violation("REBUILD to the opener");
    }
    StrandPath path = strands.openersPath(offer.path());
    core.dirty = true;
    if (path == null) {
      refuse(offer);
    } else {
      onRebuild(path, offer);
    }
  }

  private void refuse(StrandOffer offer) {
    if (refusals.size() == Places.MOST) {
      throw new Violation("more REBUILDs than are answered, of paths beside " + strands.size());
    }
    core.counters.increment(Counter.REBUILDS_REFUSED);
    refusals.add(new StrandOffer(offer.path().reversed(), offer.epoch(), REFUSAL));
  }

  private void onRebuild(StrandPath path, StrandOffer offer) {
    if (!PathEpoch.earlier(path.epoch, offer.epoch())) {
      throw new Violation("REBUILD of epoch " + offer.epoch() + " on " + path.path);
    }
    Strand last = path.strand;
    if (last != null) {
      if (!last.is(StrandState.DOWN) || !last.destroyed) {
        throw new Violation("REBUILD of a strand that is not over: " + path.path);
      }
      fencing.retireForRebuild(last);
    }
    path.rebuildAnswerDue = true;
    path.resting = false;
    path.epoch = offer.epoch();
    Strand.Halves halves = tryCreate(path);
    if (halves != null) {
      connectUntrusted(strands.begin(path, offer.epoch(), halves), offer);
    }
  }

  private void connectUntrusted(Strand strand, StrandOffer offer) {
    try {
      connect(strand, offer);
    } catch (IllegalArgumentException malformed) {
      throw new Violation("strand address: " + malformed.getMessage());
    }
  }

  /** Opener: the acceptor's answer. */
  void onRebuildAck(StrandOffer offer) {
    if (!core.session.opener()) {
      throw new Violation("REBUILD_ACK to the acceptor");
    }
    StrandPath path = strands.peersPath(new PathEpoch(offer.path(), offer.epoch()));
    if (path == null) {
      return; // Fenced meanwhile, and forgotten.
    }
    Strand strand = path.strand;
    if (PathEpoch.earlier(path.epoch, offer.epoch())) {
      throw new Violation("REBUILD_ACK of epoch " + offer.epoch() + " on " + path.path);
    }
    boolean awaited = strand != null
        && strand.epoch == offer.epoch()
        && strand.is(StrandState.CONNECTING)
        && !path.rebuildDue;
    if (!awaited) {
      return; // Fenced meanwhile.
    }
    Strand proposed = Objects.requireNonNull(strand);
    if (offer.addressBytes() == 0) {
      core.counters.increment(Counter.REBUILDS_REFUSED);
      strands.lose(proposed, "refused by the peer");
      proposed.fenceDue = false;
      proposed.peerFenced = true;
    } else if (path.resting || proposed.isInError()) {
      strands.lose(proposed, path.resting ? "rests" : "failed before it was connected");
    } else {
      connectUntrusted(proposed, offer);
      opened(proposed);
    }
  }

  /** Acceptor: the opener has connected its half. */
  void onReady(PathEpoch named) {
    if (core.session.opener()) {
      throw new Violation("READY to the opener");
    }
    StrandPath path = strands.peersPath(named);
    if (path != null && PathEpoch.earlier(path.epoch, named.epoch())) {
      throw new Violation("READY of epoch " + named.epoch() + " on " + path.path);
    }
    Strand strand = path == null ? null : path.strand;
    if (strand == null
        || strand.epoch != named.epoch()
        || !strand.is(StrandState.CONNECTING)
        || strand.peerReady) {
      return; // Fenced meanwhile.
    }
    strand.peerReady = true;
    core.dirty = true;
    if (strand.connected) {
      strands.prove(strand);
    }
  }

  /** First offers of all paths. */
  List<StrandOffer> offerAll() {
    return Arrays.stream(strands.all()).map(this::offerFirst).toList();
  }
}
