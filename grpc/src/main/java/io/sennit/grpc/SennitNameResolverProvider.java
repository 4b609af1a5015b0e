// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.sennit.rpc.session.Target;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code sennit:///host:port} a target of gRPC. Found by gRPC through its service file; safe
 * from any thread.
 */
public final class SennitNameResolverProvider extends NameResolverProvider {
  /** Below that of DNS, which stays the resolver of targets without a scheme. */
  private static final int PRIORITY = 3;

  /** For gRPC. */
  public SennitNameResolverProvider() {}

  /**
   * @throws IllegalArgumentException if the target is not one of ours to the end; in one sentence
   */
  @Override
  public @Nullable NameResolver newNameResolver(URI target, NameResolver.Args args) {
    if (!Target.SCHEME.equalsIgnoreCase(target.getScheme())) {
      return null;
    }
    return new SennitNameResolver(Target.parse(target), args);
  }

  @Override
  public String getDefaultScheme() {
    return Target.SCHEME;
  }

  @Override
  public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
    return Set.of(SennitSocketAddress.class);
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return PRIORITY;
  }
}
