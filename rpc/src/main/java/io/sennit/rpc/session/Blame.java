// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.ConfigTable.Option;
import io.sennit.rpc.session.Configuration.Said;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Says which options are to blame when they are refused: by the names that people wrote, never by
 * those of components, and with what is allowed. Immutable.
 */
final class Blame {
  private final Collection<Option> options;
  private final Map<String, Said> said;

  /** @param said by key of the option */
  Blame(Collection<Option> options, Map<String, Said> said) {
    this.options = options;
    this.said = said;
  }

  /** Of a value that could not be read. */
  static IllegalArgumentException unreadable(
      Option option, Said by, IllegalArgumentException cause) {
    String why = String.valueOf(cause.getMessage());
    boolean complete = option.range().isEmpty() || why.contains(option.range());
    return refusal(by, complete ? why : why + "; " + allowed(option), cause);
  }

  /**
   * Of values that a record refuses.
   *
   * @param values by path; together they are refused
   */
  IllegalArgumentException refusal(Map<String, Object> values) {
    Map<String, Object> culprits = culprits(values);
    IllegalArgumentException cause = refused(culprits)
        .orElseThrow(() -> new IllegalStateException("nothing is refused: " + values));
    List<Option> blamed =
        options.stream().filter(option -> culprits.containsKey(option.path())).toList();
    Option broken = broken(String.valueOf(cause.getMessage()), blamed);
    if (blamed.size() > 1) {
      String names = blamed.stream().map(this::name).collect(Collectors.joining(" and "));
      return new RefusedOptionException(
          "Options " + names + " do not go together: " + state(broken), cause);
    }
    Said by = said(blamed.getFirst());
    return refusal(by, blamed.contains(broken) ? allowed(broken) : beside(broken), cause);
  }

  /** The values without any of which the others would do. */
  private static Map<String, Object> culprits(Map<String, Object> values) {
    Map<String, Object> left = new LinkedHashMap<>(values);
    values.forEach((path, value) -> {
      left.remove(path);
      if (refused(left).isEmpty()) {
        left.put(path, value);
      }
    });
    return left;
  }

  private static Optional<IllegalArgumentException> refused(Map<String, Object> values) {
    try {
      SessionConfig sound = Configuration.with(values);
      assert sound.maxSessions() > 0 : "a config was made";
      return Optional.empty();
    } catch (IllegalArgumentException refused) {
      return Optional.of(refused);
    }
  }

  /** The option whose bounds are not kept: records begin with the name of its component. */
  private Option broken(String why, List<Option> blamed) {
    String component = why.split(" ", 2)[0];
    List<Option> likely =
        options.stream().filter(option -> option.component().equals(component)).toList();
    return likely.stream()
        .filter(blamed::contains)
        .findFirst()
        .orElseGet(() -> likely.stream()
            .filter(option -> record(option).equals(record(blamed.getFirst())))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no option is called " + why)));
  }

  /** The value would do if another option, of which nobody said anything, had another one. */
  private String beside(Option other) {
    return "beside it " + state(other) + "; say another value of either";
  }

  private static String record(Option option) {
    int dot = option.path().lastIndexOf('.');
    return dot < 0 ? "" : option.path().substring(0, dot);
  }

  private String state(Option option) {
    return name(option) + " is '" + value(option) + "', " + allowed(option);
  }

  private String name(Option option) {
    Said by = said.get(option.key());
    return "'" + (by == null ? option.key() : by.name()) + "'";
  }

  private String value(Option option) {
    Said by = said.get(option.key());
    Object standard = RecordTree.get(SessionConfig.defaults(), option.path());
    return by == null ? ConfigText.format(option.component(), standard) : by.value();
  }

  private Said said(Option option) {
    return Objects.requireNonNull(said.get(option.key()), option.key());
  }

  private static String allowed(Option option) {
    return "allowed is " + option.range();
  }

  private static IllegalArgumentException refusal(
      Said by, String why, IllegalArgumentException cause) {
    return new RefusedOptionException(
        "Option '" + by.name() + "' cannot be '" + by.value() + "': " + why, cause);
  }
}
