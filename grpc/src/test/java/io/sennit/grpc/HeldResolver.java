// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.StatusOr;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Resolves {@code held:///} and, when it is told to, keeps the channel's synchronization context
 * busy: a refresh runs there. Safe from any thread.
 */
final class HeldResolver extends NameResolverProvider {
  private static final long PATIENCE_SECONDS = 20;

  private final SocketAddress address;
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  HeldResolver(SocketAddress address) {
    this.address = address;
  }

  /** Waits until the context is busy, after something that refreshes. */
  void awaitHeld() throws InterruptedException {
    if (!held.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the context is free");
    }
  }

  void release() {
    released.countDown();
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args args) {
    return new NameResolver() {
      @Override
      public String getServiceAuthority() {
        return "held";
      }

      @Override
      public void start(Listener2 listener) {
        listener.onResult2(ResolutionResult.newBuilder()
            .setAddressesOrError(StatusOr.fromValue(List.of(new EquivalentAddressGroup(address))))
            .build());
      }

      @Override
      public void refresh() {
        hold();
      }

      @Override
      public void shutdown() {}
    };
  }

  private void hold() {
    held.countDown();
    try {
      if (!released.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("never released");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return 5;
  }

  @Override
  public String getDefaultScheme() {
    return "held";
  }

  @Override
  public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
    return List.of(InetSocketAddress.class);
  }
}
