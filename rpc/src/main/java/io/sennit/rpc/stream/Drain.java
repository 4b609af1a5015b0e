// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.nio.charset.StandardCharsets;

/**
 * The orderly end of a session. Each side says GOAWAY when it opens no more calls, with how many it
 * opened; and FINAL when none is open, and every one that the peer opened has come. When both have
 * said and heard FINAL nothing can be lost. Confined to the engine's thread.
 */
final class Drain {
  private final Engine engine;
  private final Calls calls;
  private final SessionControl control;
  private String reason = "";
  private boolean begun;
  private boolean told;
  private boolean finalTold;
  private boolean peerTold;
  private boolean peerFinal;
  private long peerOpened;
  private long quietSinceNanos = Long.MAX_VALUE;

  Drain(Engine engine, Calls calls, SessionControl control) {
    this.engine = engine;
    this.calls = calls;
    this.control = control;
  }

  /** No calls from now on. Idempotent. */
  void begin(String newReason) {
    calls.refuseNew(newReason);
    if (!begun) {
      begun = true;
      reason = newReason;
    }
  }

  /** The peer's GOAWAY, which is answered; returns why no calls can be opened any more. */
  String onGoaway(MessageView frame) {
    boolean last = frame.onlyFlag(Wire.FLAG_FINAL);
    long opened = frame.longAt(0);
    int reasonBytes = frame.intAt(8);
    if (reasonBytes < 0
        || reasonBytes > Wire.MAX_REASON_BYTES
        || reasonBytes != frame.payloadBytes() - Wire.GOAWAY_FIXED_BYTES
        || opened < 0
        || (peerTold && opened != peerOpened)) {
      throw frame.unexpected();
    }
    byte[] text = new byte[reasonBytes];
    frame.copyTo(Wire.GOAWAY_FIXED_BYTES, text, 0);
    peerTold = true;
    peerFinal |= last;
    peerOpened = opened;
    calls.checkOpened(opened);
    String cause = "the peer is shutting down: " + new String(text, StandardCharsets.UTF_8);
    calls.onPeerShutdown(cause);
    begun = true;
    return cause;
  }

  /** Says what can be said now; true if the session is done. */
  boolean advance() {
    if (!begun) {
      return false;
    }
    if (!told) {
      calls.openedForGoaway().ifPresent(opened -> {
        told = true;
        control.goaway(opened, false, reason);
      });
    }
    boolean quiet = told && calls.openCount() == 0;
    if (quiet && !finalTold && peerTold && calls.hasSeenAll(peerOpened)) {
      finalTold = true;
      control.goaway(calls.openedForGoaway().orElse(0L), true, reason);
    }
    noteQuiet(quiet);
    return finalTold && peerFinal && control.isIdle();
  }

  private void noteQuiet(boolean quiet) {
    if (!quiet) {
      quietSinceNanos = Long.MAX_VALUE;
    } else if (quietSinceNanos == Long.MAX_VALUE) {
      quietSinceNanos = engine.nowNanos();
    }
  }

  /** The session has ended. */
  void stop() {
    begun = false;
    quietSinceNanos = Long.MAX_VALUE;
  }

  /** Whether the session's end would lose nothing that this side knows of. */
  boolean isSettled() {
    return finalTold;
  }

  /** When the peer has been silent for too long; Long.MAX_VALUE if nothing is waited for. */
  long giveUpNanos() {
    return quietSinceNanos == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : quietSinceNanos + engine.config().drainNanos();
  }
}
