// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.Deadline;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.internal.KeepAliveManager;
import io.grpc.internal.ManagedChannelImplBuilder;
import io.grpc.internal.ServerImplBuilder;
import java.util.function.Supplier;

/**
 * The way in from the public builders: gRPC's own channel and server, on Sennit's sessions. What
 * the suppliers give is read when the channel or server is built.
 */
public final class SennitTransport {
  private SennitTransport() {}

  /**
   * gRPC's channel builder.
   *
   * @param dialers gives one dialer for each channel, which closes it
   */
  public static ManagedChannelBuilder<?> channelBuilder(
      ChannelTarget target, Supplier<ClientSettings> settings, Supplier<SessionDialer> dialers) {
    GrpcVersion.requireTested();
    ManagedChannelImplBuilder.ClientTransportFactoryBuilder transports =
        () -> new SennitClientTransportFactory(settings.get(), dialers.get());
    return target.resolvers().equals(ResolverChoice.DEFAULT)
        ? withAnyResolver(target, transports)
        : withChosenResolver(target, transports);
  }

  private static ManagedChannelBuilder<?> withAnyResolver(
      ChannelTarget target, ManagedChannelImplBuilder.ClientTransportFactoryBuilder transports) {
    return new ManagedChannelImplBuilder(
        target.text(), target.credentials(), null, transports, defaultPort(target));
  }

  /** Only versions of gRPC that offer the choice have this constructor: 1.83 and newer. */
  private static ManagedChannelBuilder<?> withChosenResolver(
      ChannelTarget target, ManagedChannelImplBuilder.ClientTransportFactoryBuilder transports) {
    return new ManagedChannelImplBuilder(
        target.text(),
        target.credentials(),
        null,
        transports,
        defaultPort(target),
        target.resolvers().registry().orElse(null),
        target.resolvers().provider().orElse(null));
  }

  private static ManagedChannelImplBuilder.FixedPortProvider defaultPort(ChannelTarget target) {
    return new ManagedChannelImplBuilder.FixedPortProvider(target.defaultPort());
  }

  /**
   * gRPC's server builder.
   *
   * @param doors gives the door of the server that is built
   */
  public static ServerBuilder<?> serverBuilder(
      Supplier<ServerSettings> settings, Supplier<SessionDoor> doors) {
    GrpcVersion.requireTested();
    return new ServerImplBuilder(
        (tracers, metrics) -> new SennitServer(settings.get(), doors.get(), tracers));
  }

  /** Makes a server measure the deadlines of its calls with this clock instead of the system's. */
  public static void countDeadlinesBy(Deadline.Ticker ticker, ServerBuilder<?> server) {
    ((ServerImplBuilder) server).setDeadlineTicker(ticker);
  }

  /** gRPC's bounds on the keep-alive of its clients. */
  public static long clampKeepAliveTime(long nanos) {
    return KeepAliveManager.clampKeepAliveTimeInNanos(nanos);
  }

  /** gRPC's bounds on the time that a peer has to answer. */
  public static long clampKeepAliveTimeout(long nanos) {
    return KeepAliveManager.clampKeepAliveTimeoutInNanos(nanos);
  }
}
