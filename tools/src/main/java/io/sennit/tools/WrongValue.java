// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;

/** Says why a value is none of its type, without the words of Java or picocli. Stateless. */
final class WrongValue {
  private WrongValue() {}

  /**
   * What goes on after the name of what the value is for, without a full stop.
   *
   * @param said by picocli in that place
   */
  static String reason(ParameterException wrong, ArgSpec about, String said) {
    String value = "'" + wrong.getValue() + "' is ";
    if (about.type().isEnum()) {
      return value + "none of " + words(about.type());
    }
    if (wrong.getCause() instanceof PatternSyntaxException syntax) {
      return value + "no regular expression: " + begun(syntax.getDescription());
    }
    if (about.type() == InetAddress.class) {
      return value + "neither an IP address nor the name of a host that is known";
    }
    return said.startsWith("cannot convert ")
        ? value + "no " + about.type().getSimpleName()
        : said.replaceFirst("is not an? (byte|short|int|long)$", "is not a whole number")
            .replaceFirst("is not a (float|double)$", "is not a number");
  }

  private static String words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }

  private static String begun(String sentence) {
    return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
  }
}
