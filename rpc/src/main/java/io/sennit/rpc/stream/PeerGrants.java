// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.RemoteSpan;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Memory into which the peer lets one stream write its long messages. What is not used is declined,
 * so that the peer gets its memory back. Confined to one thread.
 */
final class PeerGrants {
  /** More at a time than a correct peer gives to one stream. */
  static final int MAX = 64;

  /** A span, and its place. */
  private static final int SPAN_BYTES = 64;

  private final Engine engine;
  private final ArrayDeque<RemoteSpan> spans = new ArrayDeque<>(4);
  private @Nullable RemoteSpan forFirst;

  PeerGrants(Engine engine) {
    this.engine = engine;
  }

  void add(RemoteSpan span) {
    if (spans.size() == MAX) {
      throw new ProtocolViolation("more than " + MAX + " grants for one stream");
    }
    if (engine.heap().tryCharge(SPAN_BYTES)) {
      spans.add(span);
    } else {
      engine.cord().decline(span);
    }
  }

  /** Adds one that only the first message may use. */
  void addForFirst(RemoteSpan span) {
    if (forFirst != null) {
      throw new ProtocolViolation("two grants for the first message");
    }
    forFirst = span;
  }

  /** A grant for the first message, if it is long enough; else it is declined. */
  @Nullable
  RemoteSpan takeForFirst(long bytes) {
    RemoteSpan span = forFirst;
    forFirst = null;
    if (span != null && span.length() < bytes) {
      engine.cord().decline(span);
      return null;
    }
    return span;
  }

  /** A grant that is long enough, if there is one; shorter ones before it are declined. */
  @Nullable
  RemoteSpan take(long bytes) {
    while (!spans.isEmpty()) {
      RemoteSpan span = spans.removeFirst();
      engine.heap().release(SPAN_BYTES);
      if (span.length() >= bytes) {
        return span;
      }
      engine.cord().decline(span);
    }
    return null;
  }

  /** The stream has ended. */
  void declineAll() {
    takeForFirst(Long.MAX_VALUE);
    take(Long.MAX_VALUE);
  }
}
