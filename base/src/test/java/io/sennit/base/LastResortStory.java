// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.util.function.ToLongFunction;

/** Work that throws once the heap is full, to be run in a {@link FullHeapLoader}. */
public final class LastResortStory implements ToLongFunction<Runnable> {
  /** How often the work was begun again; -1 if that was not possible. */
  @Override
  public long applyAsLong(Runnable fill) {
    try (LastResort lastResort = new LastResort("under-test")) {
      OutOfMemoryError none = new OutOfMemoryError("expected by the test");
      LastResort.Work work = () -> {
        if (lastResort.restartCount() < 2) {
          fill.run();
          throw none;
        }
      };
      lastResort.live(work);
      return lastResort.restartCount();
    } catch (OutOfMemoryError ended) {
      return -1;
    }
  }
}
