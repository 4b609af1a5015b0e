// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.PathMtuHeader;
import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one path carries, each way: the way out is probed from here, the way back by the peer, which
 * tells. Outlives the queue pairs on the path, so that the next ones begin with what is known; as
 * long as there are some, the oldest carries the probes.
 *
 * <p>Probed when the first queue pair of a path is connected, before anything relies on it; when
 * something that had long packets is silent or asked for again; when the link of a port takes more
 * than before; and seldom, as long as both links take more. That a link takes less is known at
 * once.
 */
final class PathMtu {
  private static final long LONG_AGO = Long.MIN_VALUE / 2;

  private final RoceDomain domain;
  private final Path path;
  private final PathMtuTuning tuning;
  private final MtuSearch search;
  private final MtuAnswers answers = new MtuAnswers();
  private final PeerMtu peer;
  private final MtuLog log;

  /** Those that can be probed with, oldest first. */
  private final List<RoceQueuePair> carriers = new ArrayList<>();

  /** What gets to the peer, and whether that was looked at since the oldest was connected. */
  private int outBytes;

  private boolean known;
  private int announcedBytes;
  private PathMtuPackets.Word word;

  private Run run = Run.NONE;
  private boolean verifies;
  private boolean raises;
  private boolean tells;
  private boolean doubted;
  private long doubtedNanos = LONG_AGO;
  private long raiseNanos = Engine.NO_TIMER;
  private long nowNanos;

  /** What is being done. */
  private enum Run {
    NONE,
    /** Whether the queue pairs' own packets pass is found out. */
    VERIFY,
    /** Whether longer ones do. */
    RAISE,
    /** The peer is told what is known. */
    TELL
  }

  PathMtu(RoceDomain domain, Path path) {
    this.domain = domain;
    this.path = path;
    tuning = domain.engine().config().pathMtu();
    search = new MtuSearch(tuning);
    peer = new PeerMtu(domain.remotePort(path).mtuBytes());
    log = new MtuLog(domain, path);
    outBytes = portBytes();
    word = new PathMtuPackets.Word(outBytes, 0, 0);
  }

  private int portBytes() {
    return domain.engine().ports().get(path.localPort()).mtuBytes();
  }

  /** The most that a new queue pair can have. */
  int outBytes() {
    return outBytes;
  }

  /** What the path carries both ways; 0 as long as that is not known. */
  int bytes() {
    return known ? Math.min(outBytes, peer.sendsBytes()) : 0;
  }

  /** A queue pair of the path is connected to one that knows of probes. */
  void connected(RoceQueuePair queuePair) {
    if (carriers.isEmpty()) {
      begin(queuePair);
    }
    verifies |= queuePair.mtuBytes() > outBytes;
    carriers.add(queuePair);
    wake();
  }

  private void begin(RoceQueuePair first) {
    known = false;
    peer.forget();
    stop();
    search.number(first.firstPsn());
    raises = false;
    doubted = false;
    tells = false;
    verifies = true;
    say();
  }

  /** It is over. */
  void ended(RoceQueuePair queuePair) {
    answers.forget(queuePair);
    carriers.remove(queuePair);
    wake();
  }

  private void wake() {
    if (!carriers.isEmpty()) {
      carriers.getFirst().makeReady();
    }
  }

  /** Whoever owns the queue pairs is to look, if these do not fit any more. */
  private void announce() {
    int carriedBytes = bytes();
    if (carriedBytes != announcedBytes) {
      announcedBytes = carriedBytes;
      if (carriedBytes != 0 && carriedBytes != usedBytes()) {
        domain.engine().announceEvent();
      }
    }
  }

  private void say() {
    int edition = (word.edition() + 1) & 0xffff;
    word = new PathMtuPackets.Word(portBytes(), known ? outBytes : 0, edition);
  }

  private void tell() {
    say();
    tells = true;
    wake();
  }

  /** The link of the own port takes more or less than it did. */
  void portChanged() {
    raises |= portBytes() > outBytes;
    if (portBytes() < outBytes) {
      lower(portBytes(), "the port's link takes no longer ones");
    }
    tell();
    announce();
  }

  private void lower(int bytes, String why) {
    log.changed(outBytes, bytes, why, nowNanos);
    outBytes = bytes;
    if (bytes < usedBytes()) {
      known = true; // Too little for the queue pairs, whatever else is lost.
      verifies = false;
      stop();
    } else if (run == Run.RAISE) {
      stop();
    }
    tell();
  }

  private void stop() {
    run = Run.NONE;
    search.stop();
  }

  /**
   * Long packets of the path may be lost.
   *
   * @param heard whether the peer has ever sent anything to whoever doubts
   */
  void doubt(boolean heard) {
    if ((known || heard) && !doubted && run != Run.VERIFY) {
      doubted = true;
      wake();
    }
  }

  /** Packets of a queue pair have got to the peer which were as long as they may be. */
  void passed(int bytes, long now) {
    if (run == Run.VERIFY && known) {
      nowNanos = now;
      search.passed(bytes);
      advance();
    }
  }

  /** Takes a probe, or the answer to one. */
  void receive(RoceQueuePair queuePair, Inbound in, long now) {
    nowNanos = now;
    hear(in);
    int bytes = PathMtuHeader.probedBytes(in.packet, in.bth);
    if (in.opcode == PacketOpcode.PATH_MTU_PROBE) {
      boolean kept = answers.add(queuePair, in.psn, bytes);
      queuePair.count(
          kept ? EngineCounters.Kind.PATH_MTU_PROBED : EngineCounters.Kind.PATH_MTU_PROBE_DROPPED);
      queuePair.makeReady();
      search.hasten();
      verifies |= !known && run == Run.NONE; // It is there after all.
    } else if (!search.answered(in.psn, bytes, nowNanos)) {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    }
    advance();
  }

  private void hear(Inbound in) {
    int wasBytes = peer.portBytes();
    peer.hear(in);
    raises |= peer.portBytes() > wasBytes;
    if (peer.portBytes() < outBytes) {
      lower(peer.portBytes(), "the link of the peer's port takes no longer ones");
    }
  }

  /** Goes on with what is to be done; what is to be sent for it is sent at once. */
  private void advance() {
    conclude();
    if (run == Run.NONE || (run == Run.TELL && (verifies || doubted))) {
      tells |= run == Run.TELL;
      run = Run.NONE;
      beginNext();
    }
    if (search.hasProbe()) {
      wake();
    }
    announce();
  }

  private void conclude() {
    if (run == Run.NONE || search.isRunning()) {
      return;
    }
    boolean verified = run == Run.VERIFY && !search.gaveUp();
    boolean raised = run == Run.RAISE && search.best() > outBytes;
    run = Run.NONE;
    if (verified) {
      verified(search.best() == search.top() ? search.top() : longest());
    } else if (raised) {
      log.changed(outBytes, search.best(), "they have got through", nowNanos);
      outBytes = search.best();
      domain.engine().counters().add(EngineCounters.Kind.PATH_MTU_RAISED);
      tell();
    }
    raiseNanos = known && outBytes < mostBytes() ? nowNanos + tuning.raiseNanos() : Engine.NO_TIMER;
  }

  private int longest() {
    return Math.max(search.best(), MtuSearch.least());
  }

  private int mostBytes() {
    return Math.min(portBytes(), peer.portBytes());
  }

  private void verified(int bytes) {
    boolean lost = bytes < search.top();
    if (lost && bytes < outBytes) {
      log.changed(outBytes, bytes, "longer ones are lost on the way, short ones are not", nowNanos);
      domain.engine().counters().add(EngineCounters.Kind.PATH_MTU_LOWERED);
    }
    boolean news = !known || (lost && bytes != outBytes);
    outBytes = news ? bytes : outBytes;
    known = true;
    if (news) {
      tell();
    }
  }

  private void beginNext() {
    if (doubted) {
      doubted = false;
      verifies |= nowNanos - doubtedNanos >= tuning.doubtNanos();
      doubtedNanos = verifies ? nowNanos : doubtedNanos;
    }
    if (verifies) {
      verifies = false;
      begin(Run.VERIFY, Math.min(usedBytes(), portBytes()), MtuSearch.SHORT);
    } else if (raises && known) {
      raises = false;
      raise();
    }
    if (run == Run.NONE && tells) {
      tells = false;
      begin(Run.TELL, MtuSearch.SHORT, MtuSearch.SHORT);
    }
  }

  private void raise() {
    if (mostBytes() > outBytes) {
      begin(Run.RAISE, mostBytes(), outBytes);
    }
  }

  private void begin(Run next, int top, int above) {
    run = next;
    search.begin(top, above);
  }

  private int usedBytes() {
    int most = MtuSearch.least();
    for (int i = 0; i < carriers.size(); i++) {
      most = Math.max(most, carriers.get(i).mtuBytes());
    }
    return most;
  }

  /** When a queue pair has to look at this again. */
  long deadlineNanos(RoceQueuePair queuePair) {
    return carries(queuePair) ? Math.min(search.deadlineNanos(), raiseNanos) : Engine.NO_TIMER;
  }

  private boolean carries(RoceQueuePair queuePair) {
    return !carriers.isEmpty() && carriers.getFirst() == queuePair;
  }

  /** Lets happen whose time has come. */
  void timers(RoceQueuePair queuePair, long now) {
    if (!carries(queuePair)) {
      return;
    }
    nowNanos = now;
    search.timers(!known || run == Run.TELL, now);
    if (now >= raiseNanos) {
      raiseNanos = Engine.NO_TIMER;
      raises = true;
    }
    advance();
  }

  /**
   * Writes what a queue pair is to send.
   *
   * @return false if there is no room for it
   */
  boolean transmit(RoceQueuePair queuePair, BurstWriter writer, PacketSink sink, long now) {
    nowNanos = now;
    while (answers.isDue(queuePair)) {
      PathMtuPackets.Packet answer = PathMtuPackets.answer(answers);
      if (!PathMtuPackets.write(queuePair, answer, word, writer, sink)) {
        return false;
      }
      answers.remove();
    }
    return !carries(queuePair) || transmitProbes(queuePair, writer, sink);
  }

  private boolean transmitProbes(RoceQueuePair queuePair, BurstWriter writer, PacketSink sink) {
    advance();
    while (search.hasProbe()) {
      PathMtuPackets.Packet probe = PathMtuPackets.probe(search);
      if (!PathMtuPackets.write(queuePair, probe, word, writer, sink)) {
        return false;
      }
      search.sent(nowNanos);
      queuePair.count(EngineCounters.Kind.PATH_MTU_PROBE_SENT);
    }
    return true;
  }
}
