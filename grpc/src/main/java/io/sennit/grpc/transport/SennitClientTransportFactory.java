// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.ChannelCredentials;
import io.grpc.ChannelLogger;
import io.grpc.internal.ClientTransportFactory;
import io.grpc.internal.ConnectionClientTransport;
import io.grpc.internal.ObjectPool;
import io.sennit.grpc.SennitSocketAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Makes the transports of one channel. */
final class SennitClientTransportFactory implements ClientTransportFactory {
  private final ClientSettings settings;
  private final SessionDialer dialer;
  private final ObjectPool<ScheduledExecutorService> timers;
  private final ScheduledExecutorService scheduler;
  private boolean closed;

  /** Ownership of the dialer passes: it is closed with the factory. */
  SennitClientTransportFactory(ClientSettings settings, SessionDialer dialer) {
    this.settings = settings;
    this.dialer = dialer;
    timers = settings.timing().timers();
    scheduler = timers.getObject();
  }

  @Override
  public ConnectionClientTransport newClientTransport(
      SocketAddress address, ClientTransportOptions options, ChannelLogger logger) {
    return new SennitClientTransport(PeerInfo.of(address, options), settings, dialer, scheduler);
  }

  @Override
  public ScheduledExecutorService getScheduledExecutorService() {
    return scheduler;
  }

  /** Credentials other than insecure ones are refused, so there is nothing to swap to. */
  @Override
  public @Nullable SwapChannelCredentialsResult swapChannelCredentials(ChannelCredentials next) {
    return null;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      timers.returnObject(scheduler);
      dialer.close();
    }
  }

  @Override
  public Collection<Class<? extends SocketAddress>> getSupportedSocketAddressTypes() {
    return List.of(SennitSocketAddress.class, InetSocketAddress.class);
  }
}
