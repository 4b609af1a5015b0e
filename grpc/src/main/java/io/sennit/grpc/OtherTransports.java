// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ManagedChannelProvider;
import io.grpc.ManagedChannelRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The transports that gRPC has besides this one. Stateless; safe from any thread. */
final class OtherTransports {
  private OtherTransports() {}

  /**
   * The one that gRPC would take if Sennit were not there. The registry tells only its first
   * provider, so Sennit is taken out and put back. The registry guards itself by its own monitor,
   * which is held meanwhile: nobody else sees it without Sennit.
   */
  static Optional<ManagedChannelProvider> first() {
    ManagedChannelRegistry registry = ManagedChannelRegistry.getDefaultRegistry();
    List<ManagedChannelProvider> aside = new ArrayList<>();
    synchronized (registry) {
      try {
        return firstOfOthers(registry, aside);
      } finally {
        aside.forEach(registry::register);
      }
    }
  }

  private static Optional<ManagedChannelProvider> firstOfOthers(
      ManagedChannelRegistry registry, List<ManagedChannelProvider> aside) {
    try {
      ManagedChannelProvider first = ManagedChannelProvider.provider();
      while (isSennit(first)) {
        registry.deregister(first);
        aside.add(first);
        first = ManagedChannelProvider.provider();
      }
      return Optional.of(first);
    } catch (ManagedChannelProvider.ProviderNotFoundException nobodyElse) {
      return Optional.empty();
    }
  }

  /** By name, since another class loader may have brought it a second time. */
  private static boolean isSennit(ManagedChannelProvider provider) {
    return provider.getClass().getName().equals(SennitManagedChannelProvider.class.getName());
  }
}
