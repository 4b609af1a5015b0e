// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed target: {@code sennit:///host:port,host:port?option=value}.
 *
 * @param hosts at least one
 * @param options as {@link TargetOption} knows them
 */
record SennitTarget(List<HostPort> hosts, Map<String, String> options) {
  static final String SCHEME = "sennit";

  /** Where a server listens unless it says another port. */
  static final int DEFAULT_PORT = 7470;

  /** @param host a name or an address; an IPv6 one without its brackets */
  record HostPort(String host, int port) {
    @Override
    public String toString() {
      return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
  }

  /** @throws IllegalArgumentException in one sentence that says what to write instead */
  static SennitTarget parse(URI uri, int defaultPort) {
    String authority = uri.getAuthority();
    if (authority != null) {
      throw new IllegalArgumentException(
          "Write sennit:///" + authority + " (three slashes) instead of " + uri);
    }
    String hosts = uri.isOpaque() ? beforeQuery(uri.getSchemeSpecificPart()) : uri.getPath();
    String query = uri.isOpaque() ? afterQuery(uri.getSchemeSpecificPart()) : uri.getQuery();
    Map<String, String> options = query == null ? Map.of() : parseOptions(query, uri);
    return new SennitTarget(parseHosts(hosts, defaultPort, uri), options);
  }

  /** The authority of calls: the first host. */
  String authority() {
    return hosts.getFirst().toString();
  }

  private static List<HostPort> parseHosts(String path, int defaultPort, URI uri) {
    String list = path.startsWith("/") ? path.substring(1) : path;
    List<HostPort> hosts = new ArrayList<>();
    for (String each : list.split(",", -1)) {
      hosts.add(parseHost(each, defaultPort, uri));
    }
    return List.copyOf(hosts);
  }

  private static HostPort parseHost(String text, int defaultPort, URI uri) {
    boolean bracketed = text.startsWith("[");
    int end = bracketed ? text.indexOf(']') + 1 : text.lastIndexOf(':');
    if (bracketed && end == 0) {
      throw malformed(uri, "'" + text + "' has no closing bracket");
    }
    boolean hasPort = bracketed ? end < text.length() : end >= 0;
    String host = bracketed ? text.substring(1, end - 1) : hasPort ? text.substring(0, end) : text;
    if (host.isEmpty() || host.indexOf('/') >= 0 || (!bracketed && host.indexOf(':') >= 0)) {
      throw malformed(uri, "'" + text + "' is not host:port");
    }
    return new HostPort(host, hasPort ? parsePort(text.substring(end + 1), uri) : defaultPort);
  }

  private static int parsePort(String text, URI uri) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int port = digits && text.length() <= 5 ? Integer.parseInt(text) : -1;
    if (port < 1 || port > 65_535) {
      throw malformed(uri, "'" + text + "' is not a port (1 to 65535)");
    }
    return port;
  }

  private static Map<String, String> parseOptions(String query, URI uri) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw malformed(uri, "'" + pair + "' is not option=value");
      }
      String key = pair.substring(0, equals);
      TargetOption.of(key);
      if (options.put(key, pair.substring(equals + 1)) != null) {
        throw malformed(uri, "option '" + key + "' is given twice");
      }
    }
    return Map.copyOf(options);
  }

  private static String beforeQuery(String part) {
    int mark = part.indexOf('?');
    return mark < 0 ? part : part.substring(0, mark);
  }

  private static @Nullable String afterQuery(String part) {
    int mark = part.indexOf('?');
    return mark < 0 ? null : part.substring(mark + 1);
  }

  private static IllegalArgumentException malformed(URI uri, String why) {
    return new IllegalArgumentException("Target " + uri + " is malformed: " + why
        + "; write sennit:///host:port or sennit:///host:port?option=value");
  }
}
