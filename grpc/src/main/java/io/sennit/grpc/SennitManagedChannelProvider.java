// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ChannelCredentials;
import io.grpc.InternalManagedChannelProvider;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ManagedChannelProvider;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.sennit.grpc.transport.ResolverChoice;
import io.sennit.rpc.session.Target;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a Sennit channel of every {@code sennit:} target, by {@code Grpc.newChannelBuilder} and by
 * {@code ManagedChannelBuilder.forTarget}. gRPC asks this provider first, since the latter hands
 * every target to its first provider without looking at it. All other targets are passed on to the
 * provider that would have had them; see {@link Preference}. Found by gRPC through its service
 * file; safe from any thread.
 */
public final class SennitManagedChannelProvider extends ManagedChannelProvider {
  /** The highest that there is. */
  private static final int PRIORITY = 10;

  /** For gRPC. */
  public SennitManagedChannelProvider() {}

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return PRIORITY;
  }

  @Override
  protected ManagedChannelBuilder<?> builderForAddress(String host, int port) {
    if (!Preference.isFirst()) {
      var other = OtherTransports.first();
      if (other.isPresent()) {
        return InternalManagedChannelProvider.builderForAddress(other.get(), host, port);
      }
    }
    return SennitChannelBuilder.forAddress(host, port);
  }

  @Override
  protected ManagedChannelBuilder<?> builderForTarget(String target) {
    if (!isOurs(target)) {
      var other = OtherTransports.first();
      if (other.isPresent()) {
        return InternalManagedChannelProvider.builderForTarget(other.get(), target);
      }
    }
    return SennitChannelBuilder.forTarget(target);
  }

  @Override
  protected NewChannelBuilderResult newChannelBuilder(
      String target, ChannelCredentials credentials) {
    return newChannelBuilder(target, credentials, ResolverChoice.DEFAULT);
  }

  /** Asked by gRPC 1.83 and newer. */
  @Override
  protected NewChannelBuilderResult newChannelBuilder(
      String target,
      ChannelCredentials credentials,
      NameResolverRegistry registry,
      @Nullable NameResolverProvider resolver) {
    return newChannelBuilder(target, credentials, choice(target, registry, resolver));
  }

  /** A registry that does not know our targets is not asked about them. */
  private static ResolverChoice choice(
      String target, NameResolverRegistry registry, @Nullable NameResolverProvider resolver) {
    boolean unknown =
        TargetText.isSennit(target) && registry.getProviderForScheme(Target.SCHEME) == null;
    return unknown || registry.equals(NameResolverRegistry.getDefaultRegistry())
        ? ResolverChoice.DEFAULT
        : ResolverChoice.of(registry, resolver);
  }

  private static NewChannelBuilderResult newChannelBuilder(
      String target, ChannelCredentials credentials, ResolverChoice resolvers) {
    if (!isOurs(target)) {
      return NewChannelBuilderResult.error(
          "takes sennit: targets only, unless -D" + Preference.PROPERTY + "=true is said");
    }
    return Insecurity.refusalOf(credentials)
        .map(NewChannelBuilderResult::error)
        .orElseGet(() -> NewChannelBuilderResult.channelBuilder(
            SennitChannelBuilder.forTarget(target, credentials, resolvers)));
  }

  private static boolean isOurs(String target) {
    return Preference.isFirst() || TargetText.isSennit(target);
  }

  /**
   * Both, though only {@code sennit:} targets are taken: gRPC makes nothing of a target with an
   * IPv6 address in brackets, and takes its addresses for those of the internet.
   */
  @Override
  protected Collection<Class<? extends SocketAddress>> getSupportedSocketAddressTypes() {
    return Set.of(SennitSocketAddress.class, InetSocketAddress.class);
  }
}
