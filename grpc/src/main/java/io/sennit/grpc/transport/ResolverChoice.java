// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which resolvers a channel looks its target up with.
 *
 * @param registry empty for the process's own
 * @param provider the one that the target is for; empty if the registry chooses
 */
public record ResolverChoice(
    Optional<NameResolverRegistry> registry, Optional<NameResolverProvider> provider) {
  /** What gRPC does unless it is told otherwise. */
  public static final ResolverChoice DEFAULT =
      new ResolverChoice(Optional.empty(), Optional.empty());

  /** A registry, and maybe a provider of it. */
  public static ResolverChoice of(
      NameResolverRegistry registry, @Nullable NameResolverProvider provider) {
    return new ResolverChoice(Optional.of(registry), Optional.ofNullable(provider));
  }
}
