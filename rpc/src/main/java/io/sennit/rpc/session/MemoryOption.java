// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.Arrays;
import java.util.List;

/** The bounds of a process' memory, said by system properties only. */
enum MemoryOption {
  HEAP_BYTES("heapBytes", "from 1", "heap that peers can make this process hold, all together"),
  REGISTERED_BYTES("registeredBytes", "from 1", "registered memory of all sessions together"),
  PEER_PERCENT("peerPercent", "1 to 100", "of both, for the sessions with one address together");

  private static final String GROUP = "memory.";

  private final String component;
  private final String range;
  private final String meaning;

  MemoryOption(String component, String range, String meaning) {
    this.component = component;
    this.range = range;
    this.meaning = meaning;
  }

  /** Without what all properties of Sennit begin with. */
  static List<String> keys() {
    return Arrays.stream(values()).map(option -> GROUP + option.component).toList();
  }

  static List<Setting> settings() {
    return Arrays.stream(values()).map(MemoryOption::setting).toList();
  }

  /** @throws IllegalArgumentException in one sentence that names the property */
  static void check() {
    for (MemoryOption option : values()) {
      long value = option.value();
      assert value > 0 : "value() throws";
    }
  }

  /** @throws IllegalArgumentException in one sentence that names the property */
  long value() {
    String said = System.getProperty(property());
    if (said == null) {
      return standard();
    }
    try {
      long value =
          ((Number) ConfigText.parse(component, Long.valueOf(0), said.strip())).longValue();
      if (value < 1 || (this == PEER_PERCENT && value > 100)) {
        throw new IllegalArgumentException("allowed is " + range);
      }
      return value;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Option '" + property() + "' cannot be '" + said + "': " + e.getMessage(), e);
    }
  }

  private long standard() {
    MemoryConfig standard = MemoryConfig.ofMachine();
    return switch (this) {
      case HEAP_BYTES -> standard.heapBytes();
      case REGISTERED_BYTES -> standard.registeredBytes();
      case PEER_PERCENT -> standard.peerPercent();
    };
  }

  private String property() {
    return Configuration.PREFIX + GROUP + component;
  }

  private Setting setting() {
    return new Setting(
        property(),
        ConfigText.format(component, value()),
        ConfigText.unit(component, value()),
        ConfigText.format(component, standard()),
        range,
        meaning,
        System.getProperty(property()) == null ? Setting.Source.DEFAULT : Setting.Source.PROPERTY);
  }
}
