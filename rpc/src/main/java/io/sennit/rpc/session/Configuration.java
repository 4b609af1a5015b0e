// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.spi.ProviderOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What sessions are configured with, and who said so: the builder has the last word, before it the
 * target, before it system properties that begin with {@code sennit.}, before it the defaults. What
 * is unknown, or out of range, is refused by name. Immutable.
 */
public final class Configuration {
  static final String PREFIX = "sennit.";

  private static final class Known {
    private static final ConfigTable TABLE = new ConfigTable(LoopGroup.findProviders());
  }

  private record Said(String value, Setting.Source source) {}

  private final ConfigTable table;
  private final Map<String, Said> said = new LinkedHashMap<>();
  private final SessionConfig config;

  private Configuration(
      ConfigTable table, Map<String, String> builder, Map<String, String> target) {
    this.table = table;
    Set<String> properties = System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(PREFIX))
        .collect(Collectors.toSet());
    table.check(properties);
    for (String property : properties) {
      String key = property.substring(PREFIX.length());
      said.put(key, new Said(System.getProperty(property, ""), Setting.Source.PROPERTY));
    }
    target.forEach(
        (key, value) -> said.put(table.key(key), new Said(value, Setting.Source.TARGET)));
    builder.forEach(
        (key, value) -> said.put(table.key(key), new Said(value, Setting.Source.BUILDER)));
    config = settle();
  }

  /** By properties and defaults only. */
  public static Configuration ofProcess() {
    return of(Map.of(), Map.of());
  }

  /**
   * Settles every option.
   *
   * @param builder what the program says, by key
   * @param target what the target says, by key
   * @throws IllegalArgumentException in one sentence that names the option
   */
  public static Configuration of(Map<String, String> builder, Map<String, String> target) {
    return new Configuration(Known.TABLE, builder, target);
  }

  static Configuration of(
      ConfigTable table, Map<String, String> builder, Map<String, String> target) {
    return new Configuration(table, builder, target);
  }

  /**
   * Refuses what a target must not say, and properties that say what they must not.
   *
   * @throws IllegalArgumentException in one sentence that names the option
   */
  public static void check(Map<String, String> target) {
    Configuration sound = of(Map.of(), target);
    assert sound.config.maxSessions() > 0 : "a config was made";
  }

  /**
   * Refuses what a program must not say, before it counts.
   *
   * @throws IllegalArgumentException in one sentence that names the option
   */
  public static void requireSound(Map<String, String> builder) {
    Configuration sound = of(builder, Map.of());
    assert sound.config.maxSessions() > 0 : "a config was made";
  }

  /**
   * Refuses a key that is no option.
   *
   * @throws IllegalArgumentException that names the nearest option
   */
  public static void requireKnown(String key) {
    String known = Known.TABLE.key(key);
    assert !known.isEmpty() : "key() throws";
  }

  /** The components of a record in {@link SessionConfig}, as values of options. */
  public static Map<String, String> valuesOf(String name, Record record) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String leaf : RecordTree.leaves(record.getClass())) {
      String component = leaf.substring(leaf.lastIndexOf('.') + 1);
      values.put(name + "." + leaf, ConfigText.format(component, RecordTree.get(record, leaf)));
    }
    return values;
  }

  public SessionConfig config() {
    return config;
  }

  /** Every option with its value, in order; those of providers last. */
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (ConfigTable.Option option : table.sessions()) {
      settings.add(setting(option));
    }
    table.providers().forEach((key, option) -> settings.add(setting(key, option)));
    return settings;
  }

  private Setting setting(ConfigTable.Option option) {
    Object value = RecordTree.get(config, option.path());
    Object standard = RecordTree.get(SessionConfig.defaults(), option.path());
    return new Setting(
        option.key(),
        ConfigText.format(option.component(), value),
        ConfigText.unit(option.component(), value),
        ConfigText.format(option.component(), standard),
        option.range(),
        option.meaning(),
        source(option.key()));
  }

  private Setting setting(String key, ProviderOption option) {
    Said by = said.get(key);
    return new Setting(
        key,
        by == null ? option.standard() : by.value(),
        option.unit(),
        option.standard(),
        "",
        option.meaning(),
        source(key));
  }

  private Setting.Source source(String key) {
    Said by = said.get(key);
    return by == null ? Setting.Source.DEFAULT : by.source();
  }

  private SessionConfig settle() {
    Map<String, Object> changes = new HashMap<>();
    for (ConfigTable.Option option : table.sessions()) {
      Said by = said.get(option.key());
      if (by != null) {
        changes.put(option.path(), parse(option, by.value()));
      }
    }
    Map<String, String> ofProviders = new LinkedHashMap<>();
    for (String key : table.providers().keySet()) {
      Said by = said.get(key);
      // Providers read properties themselves.
      if (by != null && by.source() != Setting.Source.PROPERTY) {
        ofProviders.put(key, by.value());
      }
    }
    changes.put("providerOptions", ofProviders);
    keepHeartbeatBelowSilence(changes);
    try {
      return RecordTree.with(SessionConfig.defaults(), changes);
    } catch (IllegalArgumentException e) {
      throw refusal(changes, e);
    }
  }

  private static Object parse(ConfigTable.Option option, String text) {
    try {
      Object like = RecordTree.get(SessionConfig.defaults(), option.path());
      return ConfigText.parse(option.component(), like, text.strip());
    } catch (IllegalArgumentException e) {
      throw refusal(option.key(), text, e);
    }
  }

  private static void keepHeartbeatBelowSilence(Map<String, Object> changes) {
    if (changes.get("silenceNanos") instanceof Long silence) {
      long heartbeat = Math.min(SessionConfig.defaults().heartbeatNanos(), silence / 3);
      changes.putIfAbsent("heartbeatNanos", Math.max(1, heartbeat));
    }
  }

  /** Blames the option that is wrong by itself, or else all that were changed. */
  private IllegalArgumentException refusal(
      Map<String, Object> changes, IllegalArgumentException cause) {
    for (ConfigTable.Option option : table.sessions()) {
      Object value = changes.get(option.path());
      Said by = said.get(option.key());
      if (value != null && by != null && isRefused(option.path(), value)) {
        return refusal(option.key(), by.value(), cause);
      }
    }
    return new IllegalArgumentException(
        "Options do not go together (" + said.keySet() + "): " + cause.getMessage(), cause);
  }

  private static boolean isRefused(String path, Object value) {
    try {
      SessionConfig alone = RecordTree.with(SessionConfig.defaults(), Map.of(path, value));
      return alone.maxSessions() == 0;
    } catch (IllegalArgumentException refused) {
      return true;
    }
  }

  private static IllegalArgumentException refusal(
      String key, String value, IllegalArgumentException cause) {
    return new IllegalArgumentException(
        "Option '" + key + "' cannot be '" + value + "': " + cause.getMessage(), cause);
  }
}
