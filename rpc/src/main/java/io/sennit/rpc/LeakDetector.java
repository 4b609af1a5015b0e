// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says where bodies were made that were dropped without being closed. Opt-in, since it walks the
 * stack for every handle. It only reports: a dropped handle may have left a segment behind that is
 * still in use, so its memory stays taken.
 */
final class LeakDetector {
  private static final Logger LOG = LoggerFactory.getLogger(LeakDetector.class);
  private static final Track NONE = () -> {};
  private static final LongAdder REPORTED = new LongAdder();

  private LeakDetector() {}

  /** Follows that handle if its storage is watched. */
  static Track track(Body body, Storage storage, long length) {
    return storage.isWatched() ? Watched.over(body, length) : NONE;
  }

  /** Leaks reported since the start. */
  static long reported() {
    return REPORTED.sum();
  }

  /** What a handle tells the detector. */
  interface Track {
    void closed();
  }

  /** Its class holds the cleaner's thread back until the first watched body. */
  private static final class Watched implements Track, Runnable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Throwable madeHere = new Throwable("made here");
    private final long length;
    private volatile boolean closed;

    private Watched(long length) {
      this.length = length;
    }

    static Track over(Body body, long length) {
      Watched watched = new Watched(length);
      CLEANER.register(body, watched);
      return watched;
    }

    @Override
    public void closed() {
      closed = true;
    }

    @Override
    public void run() {
      if (!closed) {
        LOG.warn("a body of {} bytes was never closed; its memory is lost", length, madeHere);
        REPORTED.increment();
      }
    }
  }
}
