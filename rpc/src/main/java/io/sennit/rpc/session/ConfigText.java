// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How values of a configuration are written: times as {@code 500ms}, bytes as {@code 64KiB}, names
 * by commas. What a value is, the name of its component says. Stateless.
 */
final class ConfigText {
  private static final Map<String, Long> TIMES = scale("s", 1_000_000_000L, "ms", 1_000_000L);
  private static final Map<String, Long> SIZES = scale("GiB", 1L << 30, "MiB", 1L << 20);

  static {
    TIMES.put("us", 1_000L);
    TIMES.put("ns", 1L);
    SIZES.put("KiB", 1L << 10);
    SIZES.put("B", 1L);
  }

  /** A number that may be left to the provider, {@link SessionConfig#AUTOMATIC}. */
  private static final String STRANDS = "strandsPerPortPair";

  private static final String AUTO = "auto";
  private static final String UNLIMITED = "unlimited";

  private ConfigText() {}

  /** What a value of this component is, for people. */
  static String unit(String component, Object like) {
    if (isTime(component)) {
      return "time";
    }
    if (isSize(component)) {
      return "bytes";
    }
    return switch (like) {
      case List<?> names -> "names";
      case Boolean flag -> "true or false";
      case Enum<?> choice -> "word";
      default -> "number";
    };
  }

  static String format(String component, Object value) {
    if (isTime(component)) {
      return scaled(((Number) value).longValue(), TIMES);
    }
    if (isSize(component)) {
      return scaled(((Number) value).longValue(), SIZES);
    }
    if (component.equals(STRANDS) && value.equals(SessionConfig.AUTOMATIC)) {
      return AUTO;
    }
    return switch (value) {
      case List<?> names -> String.join(",", names.stream().map(String::valueOf).toList());
      case Enum<?> choice -> word(choice);
      default -> value.toString();
    };
  }

  /** Of a choice: its name in small letters, with hyphens. */
  private static String word(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a value.
   *
   * @param like a value of the component, for its type
   * @throws IllegalArgumentException with what to write instead
   */
  static Object parse(String component, Object like, String text) {
    if (like instanceof List<?>) {
      return Arrays.stream(text.split(","))
          .map(String::strip)
          .filter(name -> !name.isEmpty())
          .toList();
    }
    if (like instanceof Boolean) {
      return flag(text);
    }
    if (like instanceof Double) {
      return fraction(text);
    }
    if (like instanceof Enum<?> choice) {
      return choice(choice.getDeclaringClass().getEnumConstants(), text);
    }
    if (component.equals(STRANDS)) {
      return strands(text);
    }
    long number = isTime(component)
        ? number(text, TIMES, "write a time such as 4s, 500ms, 20us or 100ns")
        : isSize(component)
            ? number(text, SIZES, "write bytes such as 65536, 64KiB, 8MiB or 1GiB")
            : number(text, Map.of(), "write a whole number");
    return like instanceof Integer ? (Object) exact(number) : number;
  }

  private static Enum<?> choice(Enum<?>[] choices, String text) {
    return Arrays.stream(choices)
        .filter(each -> word(each).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("write one of "
            + String.join(", ", Arrays.stream(choices).map(ConfigText::word).toList())));
  }

  private static int strands(String text) {
    if (text.equals(AUTO)) {
      return SessionConfig.AUTOMATIC;
    }
    int number = exact(number(text, Map.of(), "write auto, or a whole number"));
    if (number == SessionConfig.AUTOMATIC) {
      throw new IllegalArgumentException("write auto, or a number from 1");
    }
    return number;
  }

  private static boolean isTime(String component) {
    return component.endsWith("Nanos");
  }

  private static boolean isSize(String component) {
    return component.endsWith("Bytes");
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("write true or false");
    }
    return text.equals("true");
  }

  private static double fraction(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("write a number such as 0.25", e);
    }
  }

  private static int exact(long number) {
    if (number != (int) number) {
      throw new IllegalArgumentException("it is too large");
    }
    return (int) number;
  }

  private static long number(String text, Map<String, Long> units, String instead) {
    if (text.equals(UNLIMITED)) {
      return Long.MAX_VALUE;
    }
    int end = text.length();
    while (end > 0 && !Character.isDigit(text.charAt(end - 1))) {
      end--;
    }
    String suffix = text.substring(end).strip();
    // A time without a unit would be anybody's guess; bytes and counts have one.
    Long unit = suffix.isEmpty() && !units.containsKey("ns") ? Long.valueOf(1) : units.get(suffix);
    try {
      if (unit != null) {
        return Math.multiplyExact(Long.parseLong(text.substring(0, end)), unit);
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(instead, e);
    }
    throw new IllegalArgumentException(instead);
  }

  /** In the largest unit that leaves no rest. */
  private static String scaled(long value, Map<String, Long> units) {
    if (value == Long.MAX_VALUE) {
      return UNLIMITED;
    }
    for (Map.Entry<String, Long> unit : units.entrySet()) {
      if (value % unit.getValue() == 0 && value != 0) {
        return value / unit.getValue() + unit.getKey();
      }
    }
    return "0";
  }

  private static Map<String, Long> scale(String first, long one, String second, long two) {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put(first, one);
    units.put(second, two);
    return units;
  }
}
