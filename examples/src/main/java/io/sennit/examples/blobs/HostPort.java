// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a server listens; an IPv6 address stands in brackets.
 *
 * @param host name or address, without brackets
 * @param port 1 to 65,535
 */
record HostPort(String host, int port) {
  /** Reads {@code HOST:PORT} from a command line. */
  static final class Converter implements ITypeConverter<HostPort> {
    @Override
    public HostPort convert(String text) {
      return parse(text);
    }
  }

  static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (bracketed) {
      host = host.substring(1, host.length() - 1);
    }
    if (host.isEmpty() || (host.contains(":") && !bracketed)) {
      throw new TypeConversionException("'" + text + "' is not HOST:PORT, such as localhost:7470");
    }
    return new HostPort(host, port(text, text.substring(colon + 1)));
  }

  private static int port(String text, String digits) {
    int port = digits.matches("\\d{1,5}") ? Integer.parseInt(digits) : 0;
    if (port < 1 || port > 65_535) {
      throw new TypeConversionException("'" + text + "' has no port from 1 to 65535");
    }
    return port;
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
