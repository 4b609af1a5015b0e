// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.shm.os.OsException;
import io.sennit.shm.os.SharedFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The peer's shared file as the initiator uses it. Whatever is read from it was written by an
 * untrusted process and may change between two reads: it is read once, then checked, then used.
 * Confined to the domain's thread.
 */
final class Peer {
  /** Rings of one kind that a peer may have; more is nonsense. */
  private static final int MOST_RINGS = 256;

  private final Arena arena = Arena.ofShared();
  private final SharedFile shared;
  private final MemorySegment file;
  private final Layout layout;
  private final List<PeerReceives> receives = new ArrayList<>();
  private final List<PeerCompletions> completions = new ArrayList<>();
  private long operations;

  /** Maps a peer's file; the arena is closed again if it is not what it should be. */
  Peer(SharedFile shared) throws OsException, MalformedPeerException {
    this.shared = shared;
    try {
      file = shared.map(arena);
      layout = Layout.readHeader(file)
          .orElseThrow(() -> new MalformedPeerException("its header describes another file"));
    } catch (OsException | MalformedPeerException e) {
      close();
      throw e;
    }
  }

  MemorySegment file() {
    return file;
  }

  Layout layout() {
    return layout;
  }

  /** A number that no other operation on this peer has or will have; never 0. */
  long nextOperation() {
    return ++operations;
  }

  /** The receive ring at a place that the peer named. */
  PeerReceives receives(long at, int depth) throws MalformedPeerException {
    for (PeerReceives known : receives) {
      if (known.isAt(at, depth)) {
        return known;
      }
    }
    checkRing(receives.size(), at, PeerReceives.bytes(depth), depth);
    PeerReceives made = new PeerReceives(this, at, depth);
    receives.add(made);
    return made;
  }

  /** The completion ring at a place that the peer named. */
  PeerCompletions completions(long at, int depth) throws MalformedPeerException {
    for (PeerCompletions known : completions) {
      if (known.isAt(at, depth)) {
        return known;
      }
    }
    checkRing(completions.size(), at, PeerCompletions.bytes(depth), depth);
    PeerCompletions made = new PeerCompletions(this, at, depth);
    completions.add(made);
    return made;
  }

  private void checkRing(int known, long at, long bytes, int depth) throws MalformedPeerException {
    boolean depthIsSane = depth > 0 && Integer.bitCount(depth) == 1 && known < MOST_RINGS;
    long relative = at - layout.ringsAt();
    if (!depthIsSane
        || at % Layout.PAGE_BYTES != 0
        || relative < 0
        || bytes > layout.ringsBytes()
        || relative > layout.ringsBytes() - bytes) {
      throw new MalformedPeerException("a queue of " + depth + " at " + at);
    }
  }

  /** Takes back the peer's wish to be woken, if there is one: whoever gets true must ring. */
  boolean takeSleep() {
    return Words.opaqueInt(file, Layout.SLEEPING_OFFSET) == 1
        && Words.compareAndSet(file, Layout.SLEEPING_OFFSET, 1, 0);
  }

  void close() {
    arena.close();
    shared.close();
  }
}
