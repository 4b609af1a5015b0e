// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ChannelCredentials;
import io.grpc.ForwardingChannelBuilder2;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannelBuilder;
import io.sennit.grpc.transport.ChannelTarget;
import io.sennit.grpc.transport.ClientSettings;
import io.sennit.grpc.transport.KeepAliveSettings;
import io.sennit.grpc.transport.ResolverChoice;
import io.sennit.grpc.transport.SennitTransport;
import io.sennit.grpc.transport.ServiceTimeouts;
import io.sennit.grpc.transport.SessionDialer;
import io.sennit.grpc.transport.Timing;
import io.sennit.rpc.Platform;
import io.sennit.rpc.SessionOptions;
import io.sennit.rpc.session.Configuration;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.Target;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builds gRPC channels whose calls travel on Sennit's sessions: messages go from registered memory
 * to registered memory, over every path between the two processes. All that gRPC puts above a
 * transport (resolvers, balancers, retries, interceptors, deadlines) is gRPC's own.
 *
 * <p>Targets: {@code sennit:///host:port}, several hosts separated by commas, of which each is an
 * address for gRPC's balancers, and options such as {@code ?provider=shm}; besides them whatever
 * resolves to internet addresses, such as {@code dns:///host:port} or {@code host:port}.
 *
 * <p>For one thread; the channels are for all.
 */
public final class SennitChannelBuilder extends ForwardingChannelBuilder2<SennitChannelBuilder> {
  private final ManagedChannelBuilder<?> delegate;
  private int maxInboundMessageBytes = Limits.MAX_MESSAGE_BYTES;
  private int maxInboundMetadataBytes = Limits.MAX_METADATA_BYTES;
  private KeepAliveSettings keepAlive = KeepAliveSettings.OFF;
  private SessionOptions sessions = SessionOptions.defaults();
  private UnaryOperator<SessionConfig> lastWord = UnaryOperator.identity();
  private Platform platform = Platform.process();
  private @Nullable Map<String, ?> serviceConfig;

  /** Measures the deadlines of calls where time is virtual; else null. */
  private @Nullable PlatformDeadlines deadlines;

  private Supplier<SessionDialer> dialers =
      () -> new SocketDialer(platform.loops(), sessions, this::configure);

  private SennitChannelBuilder(
      String target, ChannelCredentials credentials, ResolverChoice resolvers) {
    Insecurity.require(Insecurity.refusalOf(credentials));
    Configuration.check(Map.of());
    delegate = SennitTransport.channelBuilder(
        new ChannelTarget(TargetText.forGrpc(target), credentials, Target.DEFAULT_PORT, resolvers),
        this::settings,
        this::dialer);
  }

  /** A channel to that target, insecure as all of them are. */
  public static SennitChannelBuilder forTarget(String target) {
    return forTarget(target, InsecureChannelCredentials.create());
  }

  /**
   * A channel to that target, with credentials.
   *
   * @throws IllegalArgumentException if the credentials promise what is not kept
   */
  public static SennitChannelBuilder forTarget(String target, ChannelCredentials credentials) {
    return new SennitChannelBuilder(target, credentials, ResolverChoice.DEFAULT);
  }

  /** The same, with the resolvers that gRPC was told to use. */
  static SennitChannelBuilder forTarget(
      String target, ChannelCredentials credentials, ResolverChoice resolvers) {
    return new SennitChannelBuilder(target, credentials, resolvers);
  }

  /** A channel to that host, whose every address is tried; an IPv6 one with or without brackets. */
  public static SennitChannelBuilder forAddress(String host, int port) {
    return forTarget("sennit:///" + new Target.HostPort(host, port));
  }

  /**
   * Runs the channel there, on that platform's executor unless another is set afterwards; on this
   * process unless set.
   *
   * <p>On a simulated host the target is an address, calls are made by asynchronous and future
   * stubs (blocking ones are refused), and gRPC's timers run in virtual time. A deadline is exact
   * to the nanosecond if it is told by {@link PlatformTicker}. What {@code withDeadlineAfter} makes
   * counts in real time: a call then has what is left of it when it begins, rounded up to a
   * millisecond; interceptors that make such are added after this. What gRPC draws by chance for a
   * pause before it tries again does not come from a seed.
   */
  public SennitChannelBuilder on(Platform newPlatform) {
    platform = newPlatform;
    delegate.executor(newPlatform.executor());
    delegate.offloadExecutor(newPlatform.executor());
    if (newPlatform.timers().isPresent()) {
      deadlines = new PlatformDeadlines(PlatformTicker.of(newPlatform));
      delegate.intercept(new NoBlockingStubs(), deadlines);
      delegate.idleTimeout(Long.MAX_VALUE, TimeUnit.DAYS);
      takeTimeouts();
    }
    return this;
  }

  private void takeTimeouts() {
    if (deadlines != null && serviceConfig != null) {
      ServiceTimeouts timeouts = ServiceTimeouts.of(serviceConfig);
      deadlines.timeouts(timeouts);
      delegate.defaultServiceConfig(timeouts.rest());
    }
  }

  /** As everywhere in gRPC. On a simulated host its time-outs count in virtual time. */
  @Override
  public SennitChannelBuilder defaultServiceConfig(@Nullable Map<String, ?> config) {
    delegate.defaultServiceConfig(config);
    serviceConfig = config;
    takeTimeouts();
    return this;
  }

  /**
   * As everywhere in gRPC, which counts it by the system's clock: it does not come on a simulated
   * host, where {@code ManagedChannel.enterIdle} does the same.
   */
  @Override
  public SennitChannelBuilder idleTimeout(long value, TimeUnit unit) {
    if (deadlines == null) {
      delegate.idleTimeout(value, unit);
    }
    return this;
  }

  /**
   * Says how the channel's sessions come up, live and die, over what the target and
   * {@code -Dsennit.} properties say.
   *
   * @throws IllegalArgumentException if a value is out of range; names the option
   */
  public SennitChannelBuilder sessions(SessionOptions options) {
    Configuration.requireSound(options.values());
    sessions = options;
    return this;
  }

  /** Changes what no option says, in a test. */
  SennitChannelBuilder configureSession(UnaryOperator<SessionConfig> change) {
    lastWord = change;
    return this;
  }

  /** The longest message that a call of this channel accepts, 4 MiB unless set; at least zero. */
  @Override
  public SennitChannelBuilder maxInboundMessageSize(int bytes) {
    maxInboundMessageBytes = Limits.requireNonNegative("maxInboundMessageSize", bytes);
    return this;
  }

  /** The longest headers, and trailers, of an answer, 8 KiB unless set; positive. */
  @Override
  public SennitChannelBuilder maxInboundMetadataSize(int bytes) {
    maxInboundMetadataBytes = Limits.requirePositive("maxInboundMetadataSize", bytes);
    return this;
  }

  /** gRPC's keep-alive, off unless set. The session below notices a dead peer without it. */
  @Override
  public SennitChannelBuilder keepAliveTime(long time, TimeUnit unit) {
    long nanos = Limits.nanos("keepAliveTime", time, unit);
    keepAlive = keepAlive.withTime(SennitTransport.clampKeepAliveTime(nanos));
    return this;
  }

  /** How long a peer that was asked may take to answer, 20 seconds unless set. */
  @Override
  public SennitChannelBuilder keepAliveTimeout(long time, TimeUnit unit) {
    long nanos = Limits.nanos("keepAliveTimeout", time, unit);
    keepAlive = keepAlive.withTimeout(SennitTransport.clampKeepAliveTimeout(nanos));
    return this;
  }

  @Override
  public SennitChannelBuilder keepAliveWithoutCalls(boolean enable) {
    keepAlive = keepAlive.withoutCalls(enable);
    return this;
  }

  /** As it is in any case. */
  @Override
  public SennitChannelBuilder usePlaintext() {
    return this;
  }

  /** Always throws: there is none yet. */
  @Override
  public SennitChannelBuilder useTransportSecurity() {
    throw Insecurity.noTransportSecurity();
  }

  @Override
  protected ManagedChannelBuilder<?> delegate() {
    return delegate;
  }

  /** Has another make the sessions, in a test. */
  SennitChannelBuilder dialWith(Supplier<SessionDialer> newDialers) {
    dialers = newDialers;
    return this;
  }

  private SessionConfig configure(SessionConfig config) {
    return lastWord.apply(Limits.withRoomFor(maxInboundMetadataBytes, config));
  }

  private SessionDialer dialer() {
    return dialers.get();
  }

  private ClientSettings settings() {
    return new ClientSettings(
        maxInboundMessageBytes, maxInboundMetadataBytes, keepAlive, Timing.of(platform));
  }
}
