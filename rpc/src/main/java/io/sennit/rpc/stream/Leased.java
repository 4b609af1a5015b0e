// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Cord;
import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Body;
import org.jspecify.annotations.Nullable;

/**
 * A body that the peer may touch, and its lease. The body's handle is closed when the braid says
 * that no copy can touch the memory, never before. Confined to one thread.
 */
final class Leased {
  private final Body body;
  private final Runnable onReleased;
  private final Cord cord;
  private @Nullable RemoteSpan span;
  private boolean released;

  private Leased(Cord cord, Body body, Runnable onReleased) {
    this.cord = cord;
    this.body = body;
    this.onReleased = onReleased;
  }

  /** Lets the peer read the body; ownership of the handle passes. */
  static Leased lend(Cord cord, Body body, Runnable onReleased) {
    Leased leased = new Leased(cord, body, onReleased);
    leased.span = cord.lend(body.region(), body.regionOffset(), body.length(), leased::onReleased);
    return leased;
  }

  /** Lets the peer write the body; ownership of the handle passes. */
  static Leased grant(Cord cord, Body body, Runnable onReleased) {
    Leased leased = new Leased(cord, body, onReleased);
    leased.span = cord.grant(body.region(), body.regionOffset(), body.length(), leased::onReleased);
    return leased;
  }

  RemoteSpan span() {
    RemoteSpan known = span;
    if (known == null) {
      throw new IllegalStateException("released before it was leased");
    }
    return known;
  }

  /** A further handle on the head of the memory; only before the release. */
  Body head(long bytes) {
    return body.slice(0, bytes);
  }

  boolean isReleased() {
    return released;
  }

  /** Gives the memory back at once: no peer ever heard of it, or ever will. */
  void withdraw() {
    if (!released) {
      cord.withdraw(span());
    }
  }

  private void onReleased() {
    released = true;
    body.close();
    onReleased.run();
  }
}
