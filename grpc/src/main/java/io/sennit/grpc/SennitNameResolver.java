// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.Status;
import io.grpc.StatusOr;
import io.grpc.SynchronizationContext;
import io.sennit.rpc.session.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the hosts of one target through the machine's resolver: every address of every host
 * becomes an address that gRPC's balancers choose from. Driven by gRPC's channel, in its context.
 */
final class SennitNameResolver extends NameResolver {
  private final Target target;
  private final SynchronizationContext context;
  private final Executor offload;
  private @Nullable Listener2 listener;
  private boolean resolving;
  private boolean shutdown;

  SennitNameResolver(Target target, Args args) {
    this.target = target;
    context = args.getSynchronizationContext();
    Executor given = args.getOffloadExecutor();
    offload = given != null ? given : Runnable::run;
  }

  @Override
  public String getServiceAuthority() {
    return target.authority();
  }

  @Override
  public void start(Listener2 newListener) {
    listener = newListener;
    resolve();
  }

  @Override
  public void refresh() {
    resolve();
  }

  @Override
  public void shutdown() {
    shutdown = true;
  }

  private void resolve() {
    if (resolving || shutdown) {
      return;
    }
    resolving = true;
    offload.execute(() -> {
      StatusOr<List<EquivalentAddressGroup>> found = lookUp();
      context.execute(() -> deliver(found));
    });
  }

  private void deliver(StatusOr<List<EquivalentAddressGroup>> found) {
    resolving = false;
    if (!shutdown && listener != null) {
      listener.onResult2(
          ResolutionResult.newBuilder().setAddressesOrError(found).build());
    }
  }

  /** Blocks; off the channel's context. Hosts that are unknown are left out while one is known. */
  private StatusOr<List<EquivalentAddressGroup>> lookUp() {
    List<EquivalentAddressGroup> groups = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (Target.HostPort host : target.hosts()) {
      try {
        for (InetAddress address : InetAddress.getAllByName(host.host())) {
          groups.add(group(new InetSocketAddress(address, host.port())));
        }
      } catch (UnknownHostException e) {
        unknown.add(host.host());
      }
    }
    return groups.isEmpty()
        ? StatusOr.fromStatus(unknownHost(unknown))
        : StatusOr.fromValue(List.copyOf(groups));
  }

  private EquivalentAddressGroup group(InetSocketAddress address) {
    return new EquivalentAddressGroup(new SennitSocketAddress(address, target.options()));
  }

  private static Status unknownHost(List<String> hosts) {
    return Status.UNAVAILABLE.withDescription(
        "Unknown host " + String.join(", ", hosts) + ": check the name, or give an IP address");
  }
}
