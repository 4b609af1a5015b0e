// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.simulator.Seeds;
import io.sennit.simulator.hostile.HostileRegion;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/** The memory of a story: whose lease has ended holds canaries, and nobody may touch it. */
public final class Guard {
  private static final byte CANARY = 0x55;

  private final Map<HostileRegion, Boolean> free = new LinkedHashMap<>();
  private String violation = "";

  Guard() {}

  /** Memory that is in use from now on. */
  public HostileRegion watch(HostileRegion region, byte filling) {
    region.segment().fill(filling);
    free.put(region, false);
    return region;
  }

  /** Its user was told that it is free. */
  public void free(HostileRegion region) {
    free.put(region, true);
    region.segment().fill(CANARY);
  }

  /** Whether all of it holds this byte. */
  public static boolean holds(HostileRegion region, byte filling) {
    for (long at = 0; at < region.length(); at++) {
      if (region.segment().get(ValueLayout.JAVA_BYTE, at) != filling) {
        return false;
      }
    }
    return true;
  }

  boolean isFree(HostileRegion region) {
    return free.getOrDefault(region, false);
  }

  /** A promise is broken; the first one counts. */
  public void violated(String sentence) {
    if (violation.isEmpty()) {
      violation = sentence;
    }
  }

  String violation() {
    return violation;
  }

  long digest() {
    long digest = 0;
    for (Map.Entry<HostileRegion, Boolean> each : free.entrySet()) {
      digest = Seeds.mix(digest + (each.getValue() ? 1 : 0));
      for (byte one : each.getKey().segment().toArray(ValueLayout.JAVA_BYTE)) {
        digest = digest * 31 + one;
      }
    }
    return Seeds.mix(digest);
  }
}
