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
   * @param host a name or an address; the brackets of an IPv6 one are dropped, and the interface of
   *     a link-local one stands behind a {@code %}
   * @param port 1 to 65,535
   */
  public record HostPort(String host, int port) {
    public HostPort {
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      }
    }

    /** The same without the interface of an address that several have, which only we know. */
    private HostPort withoutInterface() {
      int percent = host.indexOf(':') < 0 ? -1 : host.indexOf('%');
      return percent < 0 ? this : new HostPort(host.substring(0, percent), port);
    }

    @Override
    public String toString() {
      return Endpoint.of(host, port);
    }
  }

  /**
   * Reads what a person wrote.
   *
   * @throws RefusedOptionException in one sentence that says what to write instead
   */
  public static Target parse(String text) {
    String rest = text.startsWith(SCHEME + ":/") ? afterSlashes(text, text) : text;
    int mark = rest.indexOf('?');
    return mark < 0
        ? read(rest, "", text)
        : read(rest.substring(0, mark), rest.substring(mark + 1), text);
  }

  /**
   * The same of an URI, whose escapes are resolved.
   *
   * @throws RefusedOptionException in one sentence that says what to write instead
   */
  public static Target parse(URI uri) {
    String text = SCHEME + ":" + uri.getSchemeSpecificPart();
    String rest = afterSlashes(text, uri.toString());
    if (isDigits(rest)) {
      throw new RefusedOptionException(
          "Write " + PREFIX + uri + " instead of " + uri + ", if that is host and port");
    }
    return parse(rest);
  }

  /** Of {@code sennit:///rest}, {@code sennit:/rest} or {@code sennit:rest}. */
  private static String afterSlashes(String text, String whole) {
    String rest = text.substring(SCHEME.length() + 1);
    int slashes = rest.startsWith("///") ? 3 : rest.startsWith("/") ? 1 : 0;
    if (slashes == 1 && rest.startsWith("//")) {
      throw new RefusedOptionException(
          "Write " + PREFIX + rest.substring(2) + " (three slashes) instead of " + whole);
    }
    return rest.substring(slashes);
  }

  /** The authority of calls: the first host. */
  public String authority() {
    return hosts.getFirst().withoutInterface().toString();
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
    if (hasPort && text.charAt(end) != ':') {
      throw malformed(whole, "'" + text + "' has no colon after its bracket");
    }
    String host =
        bracketed ? unescaped(text.substring(1, end - 1)) : hasPort ? text.substring(0, end) : text;
    if (!bracketed && host.indexOf(':') >= 0) {
      throw malformed(
          whole,
          "'" + text + "' is not host:port; an IPv6 address stands in brackets, as in [::1]:"
              + DEFAULT_PORT);
    }
    if (host.isEmpty() || !(bracketed || isName(host))) {
      throw malformed(whole, "'" + text + "' is not host:port");
    }
    return new HostPort(host, hasPort ? port(text.substring(end + 1), whole) : DEFAULT_PORT);
  }

  /** Whether the text can be a host name or an IPv4 address; {@code strands=2} cannot. */
  private static boolean isName(String host) {
    return host.chars().allMatch(c -> Character.isLetterOrDigit(c) || ".-_".indexOf(c) >= 0);
  }

  /** Of {@code fe80::1%25eth0}, as URIs have it, what {@code fe80::1%eth0} is elsewhere. */
  private static String unescaped(String address) {
    int escape = address.indexOf("%25");
    return escape < 0 || escape + 3 == address.length()
        ? address
        : address.substring(0, escape) + "%" + address.substring(escape + 3);
  }

  private static int port(String text, String whole) {
    int port = isDigits(text) && text.length() <= 5 ? Integer.parseInt(text) : -1;
    if (port < 1 || port > 65_535) {
      throw malformed(whole, "'" + text + "' is not a port (1 to 65535)");
    }
    return port;
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
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

  private static RefusedOptionException malformed(String whole, String why) {
    return new RefusedOptionException("Target '" + whole + "' is malformed: " + why
        + "; write host:port, or " + PREFIX + "host:port?option=value");
  }
}
