// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.simulator.exhaustive.Braids;

/** Production braids with one rule of {@link LeaseRules} taken out. */
public final class UnsoundBraids {
  private UnsoundBraids() {}

  /** DONE alone frees granted memory. */
  public static Braids doneIsReleased() {
    return with(new LeaseRules() {
      @Override
      boolean grantIsFree(long unfencedPaths) {
        return true;
      }
    });
  }

  /** A READ that is delivered frees lent memory. */
  public static Braids deliveredIsReleased() {
    return with(new LeaseRules() {
      @Override
      boolean loanIsFree(int openCopies) {
        return true;
      }
    });
  }

  /** FENCE is answered before the half is destroyed. */
  public static Braids killedIsFenced() {
    return with(new LeaseRules() {
      @Override
      boolean mayAnswerFence(boolean destroyed) {
        return true;
      }
    });
  }

  private static Braids with(LeaseRules rules) {
    return (config, session, domain, listener) ->
        new Braid(config, session, domain, listener, rules);
  }
}
