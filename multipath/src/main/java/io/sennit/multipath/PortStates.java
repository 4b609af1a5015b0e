// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.PortEvent;
import java.lang.foreign.MemorySegment;

/**
 * Which ports carry nothing: own ones as their device tells, the peer's as it tells in PORTS. All
 * paths of such a port are doubted at once ({@link Watch}), and not rebuilt before it is back, be
 * it with another address; then they are, without a pause.
 *
 * <p>A PORTS frame says everything, so that a later one makes those before it needless, however
 * they overtake each other; also which ports have come or moved since the bootstrap
 * ({@link PortTable}). It goes over the lifeline too, since all strands may be of no use any more.
 */
final class PortStates implements FrameWriter {
  /** A serial u64 that grows, and a set of ports u64: bit i, the sender's port i has failed. */
  static final int LEAST_BYTES = 16;

  private final Core core;
  private final StrandSet strands;
  private final Rebuilder rebuilder;
  private final Joining joining;
  private long serial;
  private long heardSerial;
  private boolean untold;

  /** What the paths were marked with: as many changes of ports, of as many paths. */
  private int markedChanges;

  private int markedPaths;

  PortStates(Core core, StrandSet strands, Rebuilder rebuilder, Joining joining) {
    this.core = core;
    this.strands = strands;
    this.rebuilder = rebuilder;
    this.joining = joining;
  }

  /** One of the own device. */
  void onEvent(PortEvent event) {
    PortTable table = core.ports;
    long before = table.failedHere();
    long failed = switch (event.kind()) {
      case PORT_ERROR -> before | PortTable.bit(event.port());
      case PORT_ACTIVE, PORT_ADDED, ADDRESS_CHANGED -> before & ~PortTable.bit(event.port());
      case PATH_MTU_CHANGED -> before; // The strands' queue pairs say what they carry.
    };
    untold |= failed != before;
    table.onEvent(event);
    table.fail(failed, table.failedThere());
    core.dirty = true;
  }

  /** One of the peer's frames; a port that no path has means nothing. */
  void onFrame(MemorySegment memory, long offset, int bytes) {
    long said = memory.get(BraidHeader.LONG, offset);
    if (said > heardSerial) {
      core.ports.read(memory.asSlice(offset + LEAST_BYTES, bytes - LEAST_BYTES).asByteBuffer());
      heardSerial = said;
      long failed = memory.get(BraidHeader.LONG, offset + Long.BYTES);
      core.ports.fail(core.ports.failedHere(), failed);
      if (core.ports.takePeersNews()) {
        core.listener.onPeerPorts();
      }
    }
  }

  /** Marks the paths; before they are looked at. */
  int step() {
    untold |= core.ports.takeOwn();
    int work = mark();
    return work + joining.step() + mark();
  }

  private int mark() {
    int work = 0;
    if (markedChanges != core.ports.changes() || markedPaths != strands.added()) {
      markedChanges = core.ports.changes();
      markedPaths = strands.added();
      for (int i = 0; i < strands.size(); i++) {
        work += apply(strands.path(i)) ? 1 : 0;
      }
    }
    return work;
  }

  /** Tells the peer; once the paths are doubted, so that it does not take one of them. */
  int tell(MessageSender sender) {
    if (untold && sender.send(FrameType.PORTS, Tier.VITAL, this) >= 0) {
      untold = false;
      return 1;
    }
    return 0;
  }

  private boolean apply(StrandPath path) {
    boolean own = core.ports.ownFailed(path.path);
    boolean failed = core.ports.failed(path.path);
    if (own && !path.ownPortFailed) {
      path.ownPortFailedNanos = core.nowNanos;
    }
    if (failed && !path.portFailed) {
      path.portFailedNanos = core.nowNanos;
    }
    boolean back = path.portFailed && !failed;
    boolean news = path.portFailed != failed || path.ownPortFailed != own;
    path.portFailed = failed;
    path.ownPortFailed = own;
    if (back) {
      rebuilder.hurry(path);
    }
    return news;
  }

  @Override
  public int write(MemorySegment slot) {
    slot.set(BraidHeader.LONG, 0, ++serial);
    slot.set(BraidHeader.LONG, Long.BYTES, core.ports.failedHere());
    return LEAST_BYTES + core.ports.write(slot, LEAST_BYTES);
  }
}
