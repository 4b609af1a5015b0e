// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.BraidListener;
import io.sennit.multipath.BraidSession;
import io.sennit.verbs.ProtectionDomain;

/** Makes the braids that are explored: production ones, or, to prove a rule, ones without it. */
@FunctionalInterface
public interface Braids {
  /** The production braid. */
  Braids SOUND = Braid::new;

  Braid open(
      BraidConfig config, BraidSession session, ProtectionDomain domain, BraidListener listener);
}
