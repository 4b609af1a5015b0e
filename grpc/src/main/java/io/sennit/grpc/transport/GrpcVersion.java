// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.GrpcUtil;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The range of gRPC versions that this transport was tested with. Its internals change between
 * minor releases; outside the range a sentence at start-up is better than an AbstractMethodError in
 * a call.
 */
final class GrpcVersion {
  /** Lets an untested version try its luck. */
  static final String UNCHECKED_PROPERTY = "sennit.grpc.uncheckedVersion";

  private static final int MAJOR = 1;
  // Below 1.81 buildClientTransportServers has another signature; below 1.79 transportShutdown too.
  private static final int MIN_MINOR = 81;
  private static final int MAX_MINOR = 85;
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(\\..*)?");

  private GrpcVersion() {}

  /** @throws IllegalStateException if the gRPC on the path is not in the range */
  static void requireTested() {
    if (!Boolean.getBoolean(UNCHECKED_PROPERTY)) {
      requireTested(GrpcUtil.getGrpcBuildVersion().getImplementationVersion());
    }
  }

  static void requireTested(String version) {
    Matcher matcher = VERSION.matcher(version);
    boolean tested = matcher.matches()
        && Integer.parseInt(matcher.group(1)) == MAJOR
        && Integer.parseInt(matcher.group(2)) >= MIN_MINOR
        && Integer.parseInt(matcher.group(2)) <= MAX_MINOR;
    if (!tested) {
      throw new IllegalStateException("Sennit's gRPC transport works with gRPC "
          + MAJOR + "." + MIN_MINOR + " to " + MAJOR + "." + MAX_MINOR
          + ", but gRPC " + version + " is on the path; use one of those, or set -D"
          + UNCHECKED_PROPERTY + "=true to try this one");
    }
  }
}
