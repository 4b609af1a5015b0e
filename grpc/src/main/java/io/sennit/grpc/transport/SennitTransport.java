// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.ChannelCredentials;
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
   * @param target for gRPC's name resolvers
   * @param dialers gives one dialer for each channel, which closes it
   */
  public static ManagedChannelBuilder<?> channelBuilder(
      String target,
      ChannelCredentials credentials,
      Supplier<ClientSettings> settings,
      Supplier<SessionDialer> dialers,
      int defaultPort) {
    GrpcVersion.requireTested();
    return new ManagedChannelImplBuilder(
        target,
        credentials,
        null,
        () -> new SennitClientTransportFactory(settings.get(), dialers.get()),
        new ManagedChannelImplBuilder.FixedPortProvider(defaultPort));
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

  /** gRPC's bounds on the keep-alive of its clients. */
  public static long clampKeepAliveTime(long nanos) {
    return KeepAliveManager.clampKeepAliveTimeInNanos(nanos);
  }

  /** gRPC's bounds on the time that a peer has to answer. */
  public static long clampKeepAliveTimeout(long nanos) {
    return KeepAliveManager.clampKeepAliveTimeoutInNanos(nanos);
  }
}
