// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/**
 * Where a server listens.
 *
 * @param host name or address; an IPv6 address without its brackets
 * @param port 1 to 65,535
 */
record Target(String host, int port) {
  private static final String SCHEME = "sennit:///";

  /**
   * Reads {@code host:port}, {@code [v6]:port}, or either after {@code sennit:///}.
   *
   * @throws IllegalArgumentException with a sentence that says what is expected
   */
  static Target parse(String text) {
    String rest = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text;
    int colon = rest.lastIndexOf(':');
    if (colon <= 0) {
      throw malformed(text);
    }
    return new Target(host(rest.substring(0, colon), text), port(rest.substring(colon + 1), text));
  }

  private static String host(String host, String text) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (bracketed ? host.length() == 2 : host.indexOf(':') >= 0) {
      throw malformed(text);
    }
    return bracketed ? host.substring(1, host.length() - 1) : host;
  }

  private static int port(String digits, String text) {
    try {
      int port = Integer.parseInt(digits);
      if (port >= 1 && port <= 0xFFFF) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
    throw malformed(text);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "'" + text + "' does not name a server: write host:port, or [IPv6 address]:port");
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
