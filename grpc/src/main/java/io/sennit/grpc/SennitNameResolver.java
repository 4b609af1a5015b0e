// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.StatusOr;
import io.grpc.SynchronizationContext;
import io.sennit.rpc.session.Target;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Gives gRPC's balancers one address for each host of a target, not for each address of a host:
 * whoever makes the session looks the name up each time, and tries all its addresses together.
 * Driven by gRPC's channel, in its context.
 */
final class SennitNameResolver extends NameResolver {
  private final Target target;
  private final SynchronizationContext context;

  SennitNameResolver(Target target, Args args) {
    this.target = target;
    context = args.getSynchronizationContext();
  }

  @Override
  public String getServiceAuthority() {
    return target.authority();
  }

  /** The channel hears of it after this call: it has not noted yet that it began. */
  @Override
  public void start(Listener2 listener) {
    ResolutionResult hosts = ResolutionResult.newBuilder()
        .setAddressesOrError(
            StatusOr.fromValue(target.hosts().stream().map(this::group).toList()))
        .build();
    context.execute(() -> listener.onResult2(hosts));
  }

  @Override
  public void shutdown() {}

  private EquivalentAddressGroup group(Target.HostPort host) {
    InetSocketAddress bootstrap = InetSocketAddress.createUnresolved(host.host(), host.port());
    return new EquivalentAddressGroup(
        List.of(new SennitSocketAddress(bootstrap, target.options())));
  }
}
