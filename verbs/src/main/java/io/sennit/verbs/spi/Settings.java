// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.spi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The value of every option of a provider. Precedence: given by whoever opens the provider, else
 * the system property {@code sennit.<provider>.<option>}, else the standard. Immutable.
 */
public final class Settings {
  private final String provider;
  private final Map<String, String> values;
  private final Set<String> given;

  private Settings(String provider, Map<String, String> values, Set<String> given) {
    this.provider = provider;
    this.values = values;
    this.given = Set.copyOf(given);
  }

  /**
   * Settles every option of a provider.
   *
   * @param given by name of the option, without a prefix
   * @throws IllegalArgumentException if something is given that is no option; names those that are
   */
  public static Settings of(VerbsProvider provider, Map<String, String> given) {
    List<ProviderOption> options = provider.options();
    Map<String, String> values = new LinkedHashMap<>();
    for (ProviderOption option : options) {
      String property = System.getProperty(property(provider, option), option.standard());
      values.put(option.name(), given.getOrDefault(option.name(), property).strip());
    }
    for (String name : new TreeSet<>(given.keySet())) {
      if (!values.containsKey(name)) {
        throw new IllegalArgumentException("The provider " + provider.name() + " has no option '"
            + name + "'; it has " + values.keySet() + ".");
      }
    }
    return new Settings(provider.name(), values, given.keySet());
  }

  /** The name of the system property of an option. */
  public static String property(VerbsProvider provider, ProviderOption option) {
    return "sennit." + provider.name() + "." + option.name();
  }

  /** The value of an option; empty if the machine decides. */
  public String text(String option) {
    String value = values.get(option);
    if (value == null) {
      throw new IllegalArgumentException(provider + " did not declare the option " + option);
    }
    return value;
  }

  /**
   * The value of an option as a whole number.
   *
   * @throws IllegalArgumentException if it is none, or outside the bounds; names the option
   */
  public long number(String option, long least, long most) {
    String value = text(option);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw refusal(option, "must be a whole number of " + least + " to " + most);
    }
    throw refusal(option, "must be " + least + " to " + most);
  }

  /** What to throw when a value cannot be used; names the option as it was said. */
  public IllegalArgumentException refusal(String option, String because) {
    String prefix = given.contains(option) ? "" : "sennit.";
    return new IllegalArgumentException("Option '" + prefix + provider + "." + option
        + "' cannot be '" + text(option) + "': it " + because + ".");
  }
}
