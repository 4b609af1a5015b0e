// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannelProvider;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.Set;

/**
 * Makes {@code Grpc.newChannelBuilder("sennit:///host:port", InsecureChannelCredentials.create())}
 * a Sennit channel; see {@link Preference} for other targets. Found by gRPC through its service
 * file; safe from any thread.
 */
public final class SennitManagedChannelProvider extends ManagedChannelProvider {
  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return Preference.priority();
  }

  @Override
  protected SennitChannelBuilder builderForAddress(String host, int port) {
    return SennitChannelBuilder.forAddress(host, port);
  }

  @Override
  protected SennitChannelBuilder builderForTarget(String target) {
    return SennitChannelBuilder.forTarget(target);
  }

  @Override
  protected NewChannelBuilderResult newChannelBuilder(
      String target, ChannelCredentials credentials) {
    return Insecurity.refusalOf(credentials)
        .map(NewChannelBuilderResult::error)
        .orElseGet(() -> NewChannelBuilderResult.channelBuilder(
            SennitChannelBuilder.forTarget(target, credentials)));
  }

  @Override
  protected Collection<Class<? extends SocketAddress>> getSupportedSocketAddressTypes() {
    return Preference.isFirst()
        ? Set.of(SennitSocketAddress.class, InetSocketAddress.class)
        : Set.of(SennitSocketAddress.class);
  }
}
