// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import io.grpc.ForwardingChannelBuilder2;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ManagedChannelProvider;
import io.sennit.grpc.SennitChannelBuilder;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.Set;

/** A transport that nobody else has, preferred to Netty. */
final class RareProvider extends ManagedChannelProvider {
  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return 6;
  }

  @Override
  protected ManagedChannelBuilder<?> builderForAddress(String host, int port) {
    return new Rare();
  }

  @Override
  protected ManagedChannelBuilder<?> builderForTarget(String target) {
    return new Rare();
  }

  @Override
  protected Collection<Class<? extends SocketAddress>> getSupportedSocketAddressTypes() {
    return Set.of(InetSocketAddress.class);
  }

  private static final class Rare extends ForwardingChannelBuilder2<Rare> {
    @Override
    protected ManagedChannelBuilder<?> delegate() {
      return SennitChannelBuilder.forTarget("sennit:///nowhere");
    }
  }
}
