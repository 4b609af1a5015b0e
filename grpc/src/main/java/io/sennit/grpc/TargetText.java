// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.Target;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Targets as people write them, and as gRPC reads them: it takes what begins like {@code dns:/} for
 * an URI, in whose path neither the brackets of an IPv6 address nor the {@code %} before the name
 * of its interface may stand as they are. Stateless.
 */
final class TargetText {
  /** What gRPC takes for an URI. */
  private static final Pattern URI = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:/.*");

  private static final Pattern BRACKETS = Pattern.compile("\\[([^\\[\\]]*)]");

  /** One that is not the beginning of an escaped one, {@code %25eth0}. */
  private static final Pattern BARE_PERCENT = Pattern.compile("%(?!25.)");

  private TargetText() {}

  static boolean isSennit(String target) {
    return target.toLowerCase(Locale.ROOT).startsWith(Target.SCHEME + ":");
  }

  /** The same target with its IPv6 addresses escaped, if it is an URI; gRPC escapes others. */
  static String forGrpc(String target) {
    if (!isSennit(target) && !URI.matcher(target).matches()) {
      return target;
    }
    return BRACKETS
        .matcher(target)
        .replaceAll(address -> Matcher.quoteReplacement(
            "%5B" + BARE_PERCENT.matcher(address.group(1)).replaceAll("%25") + "%5D"));
  }
}
