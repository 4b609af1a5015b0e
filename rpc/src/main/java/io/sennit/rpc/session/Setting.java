// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * One option and what it is set to.
 *
 * @param key as written in a target; with {@code sennit.} before it, a system property; where it
 *     begins with that, a system property only
 * @param value in force; empty if none, or if the machine decides
 * @param unit what the value is
 * @param standard the value if nobody says another
 * @param range what is allowed; empty if that cannot be said in short
 * @param meaning for people
 * @param source who said the value
 */
public record Setting(
    String key,
    String value,
    String unit,
    String standard,
    String range,
    String meaning,
    Source source) {
  /** Who may say what an option is, the last word first. */
  public enum Source {
    BUILDER,
    TARGET,
    PROPERTY,
    DEFAULT;

    @Override
    public String toString() {
      return switch (this) {
        case BUILDER -> "builder";
        case TARGET -> "target";
        case PROPERTY -> "property";
        case DEFAULT -> "default";
      };
    }
  }
}
