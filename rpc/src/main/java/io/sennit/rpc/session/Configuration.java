// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.spi.ProviderOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

  /**
   * What somebody said about an option.
   *
   * @param name as it was written, for whoever has to find it again
   */
  record Said(String name, String value, Setting.Source source) {}

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
      String value = System.getProperty(property, "");
      said.put(key, new Said(property, value, Setting.Source.PROPERTY));
    }
    hear(target, Setting.Source.TARGET);
    hear(builder, Setting.Source.BUILDER);
    config = settle();
    checkProviders("provider", config.providers(), true);
    checkProviders("exclude", config.excludedProviders(), false);
    table.check(config);
  }

  private void checkProviders(String key, List<String> names, boolean only) {
    Said by = said.get(key);
    if (by != null && !names.isEmpty()) {
      table.checkProviders(by, names, only);
    }
  }

  private void hear(Map<String, String> values, Setting.Source source) {
    for (String name : new TreeSet<>(values.keySet())) {
      Said now = new Said(name, values.getOrDefault(name, ""), source);
      Said before = said.put(table.key(name), now);
      if (before != null && before.source() == source) {
        throw new RefusedOptionException("Options '" + before.name() + "' and '" + name
            + "' are the same one: say it once, as '" + table.key(name) + "'");
      }
    }
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
   * @throws RefusedOptionException in one sentence that names the option
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
   * @throws RefusedOptionException in one sentence that names the option
   */
  public static void check(Map<String, String> target) {
    Configuration sound = of(Map.of(), target);
    assert sound.config.maxSessions() > 0 : "a config was made";
  }

  /**
   * Refuses what a program must not say, before it counts.
   *
   * @throws RefusedOptionException in one sentence that names the option
   */
  public static void requireSound(Map<String, String> builder) {
    Configuration sound = of(builder, Map.of());
    assert sound.config.maxSessions() > 0 : "a config was made";
  }

  /**
   * Refuses a key that is no option.
   *
   * @throws RefusedOptionException that names the nearest option
   */
  public static void requireKnown(String key) {
    String known = Known.TABLE.key(key);
    assert !known.isEmpty() : "key() throws";
  }

  /** The components of a record in {@link SessionConfig}, as values of options. */
  public static Map<String, String> valuesOf(String name, Record record) {
    Map<String, String> values = new LinkedHashMap<>();
    for (ConfigTable.Option option : Known.TABLE.sessions()) {
      if (option.path().startsWith(name + ".")) {
        Object value = RecordTree.get(record, option.path().substring(name.length() + 1));
        values.put(option.key(), ConfigText.format(option.component(), value));
      }
    }
    return values;
  }

  public SessionConfig config() {
    return config;
  }

  /** Every option with its value, in order; then those of providers, then the process' own. */
  public List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (ConfigTable.Option option : table.sessions()) {
      settings.add(setting(option));
    }
    table.providers().forEach((key, option) -> settings.add(setting(key, option)));
    settings.addAll(MemoryOption.settings());
    settings.addAll(ProcessFlag.settings());
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
        option.range(),
        option.meaning(),
        source(key));
  }

  private Setting.Source source(String key) {
    Said by = said.get(key);
    return by == null ? Setting.Source.DEFAULT : by.source();
  }

  private SessionConfig settle() {
    Map<String, Object> values = new LinkedHashMap<>();
    for (ConfigTable.Option option : table.sessions()) {
      Said by = said.get(option.key());
      if (by != null) {
        values.put(option.path(), parse(option, by));
      }
    }
    try {
      return with(values).withProviderOptions(ofProviders());
    } catch (IllegalArgumentException e) {
      throw new Blame(table.sessions(), said).refusal(values);
    }
  }

  private Map<String, String> ofProviders() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String key : table.providers().keySet()) {
      Said by = said.get(key);
      // Providers read properties themselves.
      if (by != null && by.source() != Setting.Source.PROPERTY) {
        values.put(key, by.value());
      }
    }
    return values;
  }

  private static Object parse(ConfigTable.Option option, Said by) {
    try {
      Object like = RecordTree.get(SessionConfig.defaults(), option.path());
      return ConfigText.parse(
          option.component(), like, option.withUnit(by.value().strip()));
    } catch (IllegalArgumentException e) {
      throw Blame.unreadable(option, by, e);
    }
  }

  /**
   * The defaults with other values, by path.
   *
   * @throws IllegalArgumentException of a record that refuses them; begins with a component's name
   */
  static SessionConfig with(Map<String, Object> values) {
    Map<String, Object> changes = new HashMap<>(values);
    keepHeartbeatBelowSilence(changes);
    return RecordTree.with(SessionConfig.defaults(), changes);
  }

  private static void keepHeartbeatBelowSilence(Map<String, Object> changes) {
    if (changes.get("silenceNanos") instanceof Long silence) {
      long heartbeat = Math.min(SessionConfig.defaults().heartbeatNanos(), silence / 3);
      changes.putIfAbsent("heartbeatNanos", Math.max(1, heartbeat));
    }
  }
}
