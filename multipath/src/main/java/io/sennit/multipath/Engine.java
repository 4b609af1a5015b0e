// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one braid, put together, and the order in which they take their turns. */
final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  final Core core;
  final StrandSet strands;
  final SequenceWindow window;
  final Credits credits;
  final CopyTable copies;
  final ChunkPool chunks;
  final ChunkPump pump;
  final MessageSender sender;
  final Transfers transfers;
  final LeaseTable leases;
  final LeaseNotices notices;
  final Fencing fencing;
  final Rebuilder rebuilder;
  final PortStates ports;
  final Opening opening;
  final Growth growth;
  final Demand demand;
  final Prober prober;
  final Watch watch;
  final Silence silence;
  final Hedger hedger;
  final Lifeline lifeline;
  final Receipts receipts;
  final Intrusions intrusions;
  private final CompletionQueue sendCompletions;
  private final CompletionQueue receiveCompletions;
  private final Dispatcher dispatcher;
  private final MessageReceiver receiver;
  private final Completions completions;
  private final QueuePairEvents events;
  private final Teardown teardown;
  private final Step living = this::live;
  private final Step ending = this::end;
  private final Step tearingDown = this::tearDown;
  private boolean roomWanted;
  private boolean creditDue;
  private boolean polled;

  /** When this loop meant to be back at the latest; at once, if it did not sleep. */
  private long backNanos;

  Engine(Core core) {
    this.core = core;
    BraidConfig config = core.config;
    strands = new StrandSet(core);
    window = new SequenceWindow(config.windowMessages());
    credits = new Credits(config, window);
    int mostCopies = config.maxPaths() * core.sendDepth();
    copies = new CopyTable(mostCopies);
    // In flight, as many waiting for a second copy, and one being posted.
    chunks = new ChunkPool(2 * config.maxPaths() * config.chunksInFlight() + 1);

    long foundOffset = (long) config.slotBytes() * config.receiveSlots();
    MemoryRegion sendMemory = sendMemory(core);
    MemoryRegion receiveMemory = core.domain.allocate(
        foundOffset + (long) Long.BYTES * config.maxTransfers(), Set.of(Access.LOCAL_WRITE));
    SharedReceiveQueue receives = core.domain.createSharedReceiveQueue(config.receiveSlots());
    sendCompletions =
        core.domain.createCompletionQueue(mostCopies + config.maxPaths() * Probe.MOST_UNANSWERED);
    receiveCompletions = core.domain.createCompletionQueue(config.receiveSlots() + 1);

    Poster poster = new Poster(core, copies, strands);
    Posting posting = new Posting(strands, copies, poster, Scheduler.of(core, strands));
    notices = new LeaseNotices(core);
    leases = new LeaseTable(core, strands);
    sender = new MessageSender(core, sendMemory, posting, credits);
    intrusions = new Intrusions(core, strands);
    receipts = new Receipts(core, credits, window, sender, intrusions);
    pump = new ChunkPump(core, posting, chunks);
    transfers = new Transfers(core, pump, notices, receiveMemory, foundOffset);
    Completions.Owners owners = new Completions.Owners(sender, transfers, intrusions);
    MtuFit mtuFit = new MtuFit(core, strands);
    prober = new Prober(core, strands, mtuFit, intrusions);
    watch = new Watch(core, strands, prober, mtuFit);
    silence = new Silence(core, strands);
    hedger = new Hedger(core, posting, sender, pump);
    completions = new Completions(core, sendCompletions, posting, owners, prober);
    events = new QueuePairEvents(core);
    fencing = new Fencing(core, strands, leases, poster, owners);
    QueuePairMaker.Queues queues =
        new QueuePairMaker.Queues(sendCompletions, receiveCompletions, receives);
    QueuePairMaker queuePairs = new QueuePairMaker(core, queues);
    rebuilder = new Rebuilder(core, strands, fencing, sender, queuePairs);
    opening = new Opening(core, strands, rebuilder);
    ports =
        new PortStates(core, strands, rebuilder, new Joining(core, strands, rebuilder, opening));
    BarePorts barePorts = new BarePorts(core, strands, rebuilder, opening);
    growth = new Growth(core, strands, pump, opening, barePorts);
    demand = new Demand(core, strands, pump);
    Dispatcher.Control control =
        new Dispatcher.Control(strands, leases, fencing, rebuilder, ports, growth, receipts);
    dispatcher = new Dispatcher(core, credits, window, control);
    MessageReceiver.Handlers handlers =
        new MessageReceiver.Handlers(dispatcher, strands, intrusions);
    receiver = new MessageReceiver(core, receiveMemory, receives, receiveCompletions, handlers);
    lifeline = new Lifeline(core, strands, sender);
    // Receives that are still posted hold their memory until the domain is closed.
    teardown = new Teardown(core, control, transfers, sendMemory);
    fencing.onRetire(rebuilder::onRetired);
    strands.onLoss(this::replay);
  }

  private static MemoryRegion sendMemory(Core core) {
    BraidConfig config = core.config;
    return core.domain.allocate((long) config.slotBytes() * config.sendSlots(), Set.of());
  }

  /** Second copies, elsewhere, of everything on this strand that is not known to be done. */
  void replay(Strand strand) {
    sender.replay(strand);
    pump.replay(strand);
    core.dirty = true;
  }

  int poll(long nowNanos) {
    if (teardown.closed()) {
      return 0;
    }
    try {
      begin(nowNanos);
      int work = guarded(core.failure.failed() ? ending : living);
      if (core.failure.failed()) {
        work += guarded(tearingDown);
      }
      return work;
    } finally {
      core.polling = false;
    }
  }

  private void begin(long nowNanos) {
    long awayNanos = nowNanos - backNanos - core.tuning().pauseNanos();
    // It may have meant to sleep for ever; what is subtracted then wraps.
    if (polled && backNanos != Long.MAX_VALUE && awayNanos > 0) {
      core.lostNanos += awayNanos;
      core.counters.increment(Counter.PAUSES);
    }
    core.nowNanos = nowNanos - core.lostNanos;
    core.polling = true;
    core.dirty = false;
    core.heard = false;
    backNanos = nowNanos;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      path.pausesSinceNanos =
          polled ? path.pausesSinceNanos : core.nowNanos; // Nobody knew the time before.
      Strand strand = path.strand;
      if (strand != null && strand.unstamped) {
        strand.stamp(core.nowNanos); // Own time: it stands still while the loop is away.
      }
    }
    polled = true;
  }

  private interface Step {
    int run();
  }

  /** Nothing that a peer sends, and no fault of a listener, gets further than this. */
  private int guarded(Step step) {
    try {
      return step.run();
    } catch (Misplacement misplacement) {
      intrusions.metOnLifeline(misplacement.getMessage()); // Those of strands are met there.
    } catch (Violation violation) {
      core.failure.set("the peer broke the protocol: " + violation.getMessage());
    } catch (RuntimeException bug) {
      LOG.warn("a fault in the braid, or in its user, ends the session", bug);
      core.failure.set("internal error: " + bug);
    }
    return 1;
  }

  private int live() {
    if (core.domain.peerGone()) {
      core.failure.set("the peer's process has ended");
      return 1;
    }
    int work = completions.poll();
    int received = receiver.poll();
    work += received < 0 ? -received - 1 : received;
    core.heard |= received != 0;
    int relayed = dispatcher.step();
    creditDue |= relayed > 0; // The peer waits for room, and the lifeline acknowledges nothing.
    work += relayed;
    work += events.step();
    work += silence.step();
    work += ports.step();
    work += fencing.step(received >= 0);
    work += rebuilder.step();
    work += credit();
    work += receipts.step();
    work += notices.step(sender);
    work += watch.step();
    work += ports.tell(sender);
    work += hedger.step();
    work += prober.step();
    work += sender.pump();
    work += pump.pump();
    work += growth.step();
    work += demand.step(sender);
    work += transfers.settle();
    work += lifeline.step();
    core.log.step(core.nowNanos);
    return work + tellWritable();
  }

  /** The drain is counted to the end. */
  private int end() {
    return completions.poll();
  }

  private int tearDown() {
    return teardown.step();
  }

  private int credit() {
    creditDue &= credits.hasNews();
    boolean due = creditDue || credits.owes();
    if (!due || sender.send(FrameType.CREDIT, Tier.CREDIT, slot -> 0) < 0) {
      return 0;
    }
    creditDue = false;
    core.counters.increment(Counter.CREDIT_MESSAGES);
    return 1;
  }

  private int tellWritable() {
    boolean room = roomWanted && leases.room() > 0 && transfers.room() > 0;
    boolean writable = sender.becameWritable();
    if (!core.failure.failed() && (writable || room)) {
      roomWanted &= !room;
      core.listener.onWritable();
      return 1;
    }
    return 0;
  }

  /** Somebody was told that there is no room. */
  int room(int room) {
    roomWanted |= room == 0;
    return room;
  }

  void onLifelineFrame(byte[] frame) {
    if (!core.failure.failed()) {
      core.dirty = true;
      guarded(() -> {
        dispatcher.onLifeline(frame);
        return 1;
      });
    }
  }

  /** In the caller's time. */
  long nextTimerNanos() {
    long next = core.failure.failed() ? teardown.nextTimerNanos() : nextOwnTimerNanos();
    return next == Long.MAX_VALUE ? next : next + core.lostNanos;
  }

  private long nextOwnTimerNanos() {
    long next = Math.min(lifeline.nextTimerNanos(), silence.nextTimerNanos());
    next = Math.min(next, Math.min(fencing.nextTimerNanos(), rebuilder.nextTimerNanos()));
    next = Math.min(next, Math.min(prober.nextTimerNanos(), watch.nextTimerNanos()));
    next = Math.min(next, receipts.nextTimerNanos());
    return Math.min(next, Math.min(pump.nextTimerNanos(), growth.nextTimerNanos()));
  }

  boolean arm() {
    if (teardown.closed()) {
      return true;
    }
    if (core.dirty) {
      return false;
    }
    backNanos = Math.max(backNanos, nextTimerNanos());
    // What is received is of no use any more once the session has failed.
    return sendCompletions.arm() && (core.failure.failed() || receiveCompletions.arm());
  }

  void fail(String cause) {
    core.failure.set(cause);
    core.dirty = true;
  }
}
