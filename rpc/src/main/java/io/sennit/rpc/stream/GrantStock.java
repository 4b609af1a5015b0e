// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Body;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Memory into which one stream's peer may write its long messages, so that they need not be
 * fetched: for the first answer, the caller's target or what was enough the last time; and, once
 * the stream has seen more than one long message, room for the next ones. Confined to the engine's
 * thread.
 */
final class GrantStock {
  /** Of short messages; of longer ones what may be held ahead is fewer. */
  private static final int MAX_UNUSED = 16;

  /** One long message may be the only one. */
  private static final int LONG_MESSAGES_BEFORE = 2;

  private static final long ROUND_BYTES = 4096;

  private final Engine engine;
  private final List<Leased> unused = new ArrayList<>(0);
  private final ArrayDeque<Leased> untold = new ArrayDeque<>(0);
  private final Map<Long, Body> pinned = new HashMap<>(0);
  private long longMessages;
  private long lastBytes;
  private long grantedBytes;

  GrantStock(Engine engine) {
    this.engine = engine;
  }

  /** Grants memory of the caller's for the first message; none if the braid has no lease. */
  Optional<Leased> grantFirst(Body target) {
    if (engine.cord().leaseRoom() == 0) {
      return Optional.empty();
    }
    return Optional.of(lease(target.retain(), 0));
  }

  /** Grants what is enough for a first message of so many bytes; none if there is no room. */
  Optional<Leased> grantFirst(long probableBytes) {
    return grant(rounded(probableBytes), 0);
  }

  /** A long message came, in whatever way. */
  void onLong(long bytes) {
    longMessages++;
    lastBytes = bytes;
  }

  /**
   * Grants what the stream may hold ahead.
   *
   * @param heldBytes of long messages that the application has not taken
   * @return whether there are grants that the peer has to be told
   */
  boolean topUp(long heldBytes) {
    unused.removeIf(Leased::isReleased);
    boolean more = longMessages >= LONG_MESSAGES_BEFORE;
    while (more && unused.size() < MAX_UNUSED) {
      Optional<Leased> leased = grant(rounded(lastBytes), heldBytes);
      leased.ifPresent(untold::add);
      more = leased.isPresent();
    }
    return !untold.isEmpty();
  }

  /** The next message may be a little longer than the last. */
  private static long rounded(long bytes) {
    return (bytes + bytes / 8 + ROUND_BYTES - 1) & -ROUND_BYTES;
  }

  private Optional<Leased> grant(long size, long heldBytes) {
    boolean mayHold =
        engine.mayHoldAhead(size, heldBytes + grantedBytes) && engine.cord().leaseRoom() > 0;
    Optional<Body> room = mayHold ? engine.bodies().allocateAhead(size) : Optional.empty();
    return room.isPresent() ? Optional.of(lease(room.get(), size)) : Optional.empty();
  }

  /** Passes a handle to the braid; closes it if that throws. */
  private Leased lease(Body body, long size) {
    boolean leased = false;
    try {
      Leased grant = Leased.grant(engine.cord(), body, () -> grantedBytes -= size);
      grantedBytes += size;
      leased = true;
      unused.add(grant);
      return grant;
    } finally {
      if (!leased) {
        body.close();
      }
    }
  }

  /** Writes those grants that the peer has not been told and that fit; true if those were all. */
  boolean tell(MessageBuilder message) {
    int bytes = RemoteSpan.ENCODED_BYTES;
    while (!untold.isEmpty() && message.room() >= bytes) {
      Leased leased = untold.removeFirst();
      message.frame(Wire.GRANT, 0, bytes).putSpan(leased.span());
    }
    return untold.isEmpty();
  }

  /**
   * The peer has written into a grant, but the message that says so must wait for its turn. Its
   * lease may end before, so the memory is held from now on.
   */
  void pin(long leaseId) {
    Leased leased = find(leaseId);
    Body held = leased.head(leased.span().length());
    boolean kept = false;
    try {
      pinned.put(leaseId, held);
      kept = true;
    } finally {
      if (!kept) {
        held.close();
      }
    }
    unused.remove(leased);
  }

  /** The peer has written into a grant: a handle on what it wrote. */
  Body use(long leaseId, long bytes) {
    Body held = pinned.remove(leaseId);
    if (held == null) {
      Leased leased = find(leaseId);
      unused.remove(leased);
      return leased.head(checked(bytes, leased.span().length()));
    }
    try (held) {
      return held.slice(0, checked(bytes, held.length()));
    }
  }

  private Leased find(long leaseId) {
    for (Leased leased : unused) {
      if (!leased.isReleased() && leased.span().leaseId() == leaseId) {
        return leased;
      }
    }
    throw new ProtocolViolation("written into a grant that this stream did not give: " + leaseId);
  }

  private static long checked(long bytes, long grantedBytes) {
    if (bytes < 0 || bytes > grantedBytes) {
      throw new ProtocolViolation(bytes + " bytes written into a grant of " + grantedBytes);
    }
    return bytes;
  }

  /** The stream has ended; the peer gives back what it was told of. */
  void dispose() {
    untold.forEach(Leased::withdraw);
    untold.clear();
    unused.clear();
    pinned.values().forEach(Body::close);
    pinned.clear();
  }
}
