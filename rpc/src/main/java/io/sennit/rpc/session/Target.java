// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which servers, and how to reach them: {@code sennit:///host:port,host:port?option=value}, where
 * the scheme may be left out.
 *
 * @param hosts at least one
 * @param options as {@link Configuration} knows them
 */
public record Target(List<HostPort> hosts, Map<String, String> options) {
  public static final String SCHEME = "sennit";

  /** Where a server listens unless it says another port. */
  public static final int DEFAULT_PORT = 7470;

  private static final String PREFIX = SCHEME + ":///";

  public Target {
    hosts = List.copyOf(hosts);
    options = Map.copyOf(options);
  }

  /**
   * Where one server listens.
   *
   * @param host a name or an address; an IPv6 one without its brackets
   * @param port 1 to 65,535
   */
  public record HostPort(String host, int port) {
    @Override
    public String toString() {
      return Endpoint.of(host, port);
    }
  }

  /**
   * Reads what a person wrote.
   *
   * @throws IllegalArgumentException in one sentence that says what to write instead
   */
  public static Target parse(String text) {
    String rest = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
    int mark = rest.indexOf('?');
    return mark < 0
        ? read(rest, "", text)
        : read(rest.substring(0, mark), rest.substring(mark + 1), text);
  }

  /**
   * The same of an URI, whose escapes are resolved.
   *
   * @throws IllegalArgumentException in one sentence that says what to write instead
   */
  public static Target parse(URI uri) {
    String authority = uri.getAuthority();
    if (authority != null) {
      throw new IllegalArgumentException(
          "Write " + PREFIX + authority + " (three slashes) instead of " + uri);
    }
    String rest = uri.getSchemeSpecificPart();
    int slashes = rest.startsWith("///") ? 3 : rest.startsWith("/") ? 1 : 0;
    return parse(rest.substring(slashes));
  }

  /** The authority of calls: the first host. */
  public String authority() {
    return hosts.getFirst().toString();
  }

  private static Target read(String hosts, String query, String whole) {
    List<HostPort> read = new ArrayList<>();
    for (String each : hosts.split(",", -1)) {
      read.add(host(each, whole));
    }
    return new Target(read, query.isEmpty() ? Map.of() : options(query, whole));
  }

  private static HostPort host(String text, String whole) {
    boolean bracketed = text.startsWith("[");
    int end = bracketed ? text.indexOf(']') + 1 : text.lastIndexOf(':');
    if (bracketed && end == 0) {
      throw malformed(whole, "'" + text + "' has no closing bracket");
    }
    boolean hasPort = bracketed ? end < text.length() : end >= 0;
    String host = bracketed ? text.substring(1, end - 1) : hasPort ? text.substring(0, end) : text;
    if (host.isEmpty() || host.indexOf('/') >= 0 || (!bracketed && host.indexOf(':') >= 0)) {
      throw malformed(whole, "'" + text + "' is not host:port");
    }
    return new HostPort(host, hasPort ? port(text.substring(end + 1), whole) : DEFAULT_PORT);
  }

  private static int port(String text, String whole) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int port = digits && text.length() <= 5 ? Integer.parseInt(text) : -1;
    if (port < 1 || port > 65_535) {
      throw malformed(whole, "'" + text + "' is not a port (1 to 65535)");
    }
    return port;
  }

  private static Map<String, String> options(String query, String whole) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw malformed(whole, "'" + pair + "' is not option=value");
      }
      String key = pair.substring(0, equals);
      if (options.put(key, pair.substring(equals + 1)) != null) {
        throw malformed(whole, "option '" + key + "' is given twice");
      }
    }
    Configuration.check(options);
    return options;
  }

  private static IllegalArgumentException malformed(String whole, String why) {
    return new IllegalArgumentException("Target '" + whole + "' is malformed: " + why
        + "; write host:port, or " + PREFIX + "host:port?option=value");
  }
}
