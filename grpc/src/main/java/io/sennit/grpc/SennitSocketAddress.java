// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.rpc.session.Configuration;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The address of a Sennit server, of a type of its own: by it gRPC chooses this transport for
 * {@code sennit:} targets and leaves all others alone. Immutable.
 */
public final class SennitSocketAddress extends SocketAddress {
  private static final long serialVersionUID = 1;

  private final InetSocketAddress bootstrap;
  private final TreeMap<String, String> options;

  /**
   * @param bootstrap where the server listens; its name is looked up when it is dialled
   * @param options of the target, as {@link Configuration} knows them
   */
  SennitSocketAddress(InetSocketAddress bootstrap, Map<String, String> options) {
    this.bootstrap = bootstrap;
    this.options = new TreeMap<>(options);
  }

  /** Where the server listens for the bootstrap; not resolved. */
  public InetSocketAddress bootstrap() {
    return bootstrap;
  }

  /** Configuration that came with the target, such as {@code provider}. */
  public Map<String, String> options() {
    return Collections.unmodifiableMap(options);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SennitSocketAddress that
        && bootstrap.equals(that.bootstrap)
        && options.equals(that.options);
  }

  @Override
  public int hashCode() {
    return 31 * bootstrap.hashCode() + options.hashCode();
  }

  @Override
  public String toString() {
    return bootstrap.getHostString() + ":" + bootstrap.getPort();
  }
}
