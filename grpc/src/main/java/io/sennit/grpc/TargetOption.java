// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.SessionConfig;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What a target may say of its sessions after the question mark. The same key after
 * {@code -Dsennit.} says it for all targets that do not.
 */
enum TargetOption {
  /** Names of the only verbs providers that may carry the session, best first, by commas. */
  PROVIDERS("providers") {
    @Override
    SessionConfig apply(SessionConfig config, String value) {
      return config.withProviders(names(value));
    }
  },
  /** Names of verbs providers that may not carry the session, by commas. */
  EXCLUDED_PROVIDERS("excludedProviders") {
    @Override
    SessionConfig apply(SessionConfig config, String value) {
      return config.withoutProviders(names(value));
    }
  },
  /** Strands between two ports, 1 to 16. */
  STRANDS("strands") {
    @Override
    SessionConfig apply(SessionConfig config, String value) {
      return config.withStrands(Integer.parseInt(value));
    }
  };

  private static final String PROPERTY_PREFIX = "sennit.";

  private final String key;

  TargetOption(String key) {
    this.key = key;
  }

  /** As it is written in targets. */
  String key() {
    return key;
  }

  /** As it is written after {@code -D}. */
  String property() {
    return PROPERTY_PREFIX + key;
  }

  abstract SessionConfig apply(SessionConfig config, String value);

  /** @throws IllegalArgumentException if there is no such option; names the nearest one */
  static TargetOption of(String key) {
    for (TargetOption option : values()) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    String nearest = Arrays.stream(values())
        .map(TargetOption::key)
        .min(Comparator.comparingInt(known -> distance(known, key)))
        .orElseThrow();
    throw new IllegalArgumentException(
        "Unknown target option '" + key + "'; did you mean '" + nearest + "'?");
  }

  /**
   * The config with what the properties say, and over that what the target says.
   *
   * @throws IllegalArgumentException if a value is out of range; names the option
   */
  static SessionConfig applyAll(SessionConfig config, Map<String, String> target) {
    SessionConfig applied = config;
    for (TargetOption option : values()) {
      String value = target.getOrDefault(option.key, System.getProperty(option.property()));
      if (value != null) {
        applied = option.applyChecked(applied, value);
      }
    }
    return applied;
  }

  private SessionConfig applyChecked(SessionConfig config, String value) {
    try {
      return apply(config, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Option '" + key + "' cannot be '" + value + "': " + e.getMessage(), e);
    }
  }

  private static List<String> names(String value) {
    return Arrays.stream(value.split(","))
        .map(String::strip)
        .filter(n -> !n.isEmpty())
        .toList();
  }

  /** How many letters must be added, taken out or changed to make one of the other. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, j -> j);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
