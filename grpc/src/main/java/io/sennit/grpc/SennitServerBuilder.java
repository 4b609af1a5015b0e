// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.ForwardingServerBuilder;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerBuilder;
import io.grpc.ServerCredentials;
import io.sennit.grpc.transport.KeepAliveSettings;
import io.sennit.grpc.transport.SennitTransport;
import io.sennit.grpc.transport.ServerSettings;
import io.sennit.grpc.transport.SessionAge;
import io.sennit.grpc.transport.SessionDoor;
import io.sennit.grpc.transport.Timing;
import io.sennit.rpc.Platform;
import io.sennit.rpc.SessionOptions;
import io.sennit.rpc.admission.AdmissionConfig;
import io.sennit.rpc.session.Configuration;
import io.sennit.rpc.session.SessionConfig;
import java.io.File;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Builds gRPC servers whose calls travel on Sennit's sessions. All that gRPC puts above a transport
 * (services, interceptors, health, reflection) is gRPC's own. Handlers run on a virtual thread each
 * unless {@link #executor} is set: those wait for a processor in the order in which they came, so
 * that a server that computes is seen to be overloaded; with gRPC's pool, which has a thread for
 * each call, all of them become slow together.
 *
 * <p>For one thread; the servers are for all.
 */
public final class SennitServerBuilder extends ForwardingServerBuilder<SennitServerBuilder> {
  private final InetSocketAddress address;
  private final ServerBuilder<?> delegate;
  private int maxInboundMessageBytes = Limits.MAX_MESSAGE_BYTES;
  private int maxInboundMetadataBytes = Limits.MAX_METADATA_BYTES;
  private KeepAliveSettings keepAlive = KeepAliveSettings.OFF;
  private SessionAge age = SessionAge.UNBOUNDED;
  private final Map<String, Integer> methodLimits = new HashMap<>();
  private OptionalInt maxCalls = OptionalInt.empty();
  private Platform platform = Platform.process();
  private SessionOptions sessions = SessionOptions.defaults();
  private UnaryOperator<SessionConfig> lastWord = UnaryOperator.identity();
  private Supplier<SessionDoor> doors = this::socketDoor;

  private SennitServerBuilder(InetSocketAddress address, ServerCredentials credentials) {
    Insecurity.require(Insecurity.refusalOf(credentials));
    this.address = address;
    delegate = SennitTransport.serverBuilder(this::settings, this::door);
    delegate.executor(platform.executor());
  }

  /** A server on that port of every interface, insecure as all of them are; zero: any free port. */
  public static SennitServerBuilder forPort(int port) {
    return forPort(port, InsecureServerCredentials.create());
  }

  /**
   * A server with credentials.
   *
   * @throws IllegalArgumentException if the credentials promise what is not kept
   */
  public static SennitServerBuilder forPort(int port, ServerCredentials credentials) {
    return forAddress(new InetSocketAddress(port), credentials);
  }

  /**
   * A server on one address.
   *
   * @param address resolved; port zero: any free port
   * @throws IllegalArgumentException if the credentials promise what is not kept
   */
  public static SennitServerBuilder forAddress(
      InetSocketAddress address, ServerCredentials credentials) {
    return new SennitServerBuilder(address, credentials);
  }

  /**
   * Runs the server there, on that platform's executor unless another is set afterwards; on this
   * process unless set. Its timers run in the platform's time, and deadlines of its calls are told
   * by {@link PlatformTicker}.
   */
  public SennitServerBuilder on(Platform newPlatform) {
    platform = newPlatform;
    delegate.executor(newPlatform.executor());
    SennitTransport.countDeadlinesBy(PlatformTicker.of(newPlatform), delegate);
    return this;
  }

  /**
   * Says how the server's sessions come up, live and die, over what {@code -Dsennit.} properties
   * say.
   *
   * @throws IllegalArgumentException if a value is out of range; names the option
   */
  public SennitServerBuilder sessions(SessionOptions options) {
    Configuration.requireSound(options.values());
    sessions = options;
    return this;
  }

  /** Changes what no option says, in a test. */
  SennitServerBuilder configureSession(UnaryOperator<SessionConfig> change) {
    lastWord = change;
    return this;
  }

  /** The longest request that is accepted, 4 MiB unless set; at least zero. */
  @Override
  public SennitServerBuilder maxInboundMessageSize(int bytes) {
    maxInboundMessageBytes = Limits.requireNonNegative("maxInboundMessageSize", bytes);
    return this;
  }

  /** The longest headers of a call, 8 KiB unless set; positive. */
  @Override
  public SennitServerBuilder maxInboundMetadataSize(int bytes) {
    maxInboundMetadataBytes = Limits.requirePositive("maxInboundMetadataSize", bytes);
    return this;
  }

  /** gRPC's keep-alive, off unless set. The session below notices a dead peer without it. */
  @Override
  public SennitServerBuilder keepAliveTime(long time, TimeUnit unit) {
    keepAlive = keepAlive.withTime(Limits.nanos("keepAliveTime", time, unit)).withoutCalls(true);
    return this;
  }

  /** How long a client that was asked may take to answer, 20 seconds unless set. */
  @Override
  public SennitServerBuilder keepAliveTimeout(long time, TimeUnit unit) {
    keepAlive = keepAlive.withTimeout(Limits.nanos("keepAliveTimeout", time, unit));
    return this;
  }

  /** How long a session may have no open calls before its client is sent away. */
  @Override
  public SennitServerBuilder maxConnectionIdle(long time, TimeUnit unit) {
    age = age.withIdle(Limits.nanos("maxConnectionIdle", time, unit));
    return this;
  }

  /** How old a session may become, give or take a tenth, before its client is sent away. */
  @Override
  public SennitServerBuilder maxConnectionAge(long time, TimeUnit unit) {
    age = age.withAge(Limits.nanos("maxConnectionAge", time, unit));
    return this;
  }

  /** How long open calls may go on after that. */
  @Override
  public SennitServerBuilder maxConnectionAgeGrace(long time, TimeUnit unit) {
    age = age.withGrace(Limits.nanos("maxConnectionAgeGrace", time, unit));
    return this;
  }

  /** Without effect: a client's pings cost this server next to nothing, so none are forbidden. */
  @Override
  public SennitServerBuilder permitKeepAliveTime(long time, TimeUnit unit) {
    return this;
  }

  /** Without effect, as {@link #permitKeepAliveTime}. */
  @Override
  public SennitServerBuilder permitKeepAliveWithoutCalls(boolean permit) {
    return this;
  }

  /** Always throws: there is none yet. */
  @Override
  public SennitServerBuilder useTransportSecurity(File certificates, File key) {
    throw Insecurity.noTransportSecurity();
  }

  /** Always throws: there is none yet. */
  @Override
  public SennitServerBuilder useTransportSecurity(InputStream certificates, InputStream key) {
    throw Insecurity.noTransportSecurity();
  }

  @Override
  protected ServerBuilder<?> delegate() {
    return delegate;
  }

  /** Has sessions come from elsewhere, in a test. */
  SennitServerBuilder listenWith(Supplier<SessionDoor> newDoors) {
    doors = newDoors;
    return this;
  }

  private SessionDoor door() {
    return doors.get();
  }

  /**
   * Bounds the calls that are open at the same time, of all clients; more are refused
   * RESOURCE_EXHAUSTED, and did not run. As the option {@code admission.maxCalls}.
   *
   * @param calls at least 1
   */
  public SennitServerBuilder maxConcurrentCalls(int calls) {
    maxCalls = OptionalInt.of(Limits.requirePositive("maxConcurrentCalls", calls));
    return this;
  }

  /**
   * The same for the calls of one method.
   *
   * @param fullMethodName such as {@code package.Service/Method}
   * @param calls at least 1
   */
  public SennitServerBuilder maxConcurrentCalls(String fullMethodName, int calls) {
    methodLimits.put(fullMethodName, Limits.requirePositive("maxConcurrentCalls", calls));
    return this;
  }

  private SessionConfig config() {
    return lastWord.apply(Configuration.of(sessions.values(), Map.of()).config());
  }

  private SessionDoor socketDoor() {
    SessionConfig config = Configuration.of(sessions.values(), Map.of()).config();
    SessionConfig roomy = Limits.withRoomFor(maxInboundMetadataBytes, config);
    return new SocketDoor(platform.loops(), lastWord.apply(roomy), address);
  }

  private ServerSettings settings() {
    AdmissionConfig admission = config().admission();
    return new ServerSettings(
        maxInboundMessageBytes,
        maxInboundMetadataBytes,
        keepAlive,
        age,
        maxCalls.isPresent() ? admission.withMaxCalls(maxCalls.getAsInt()) : admission,
        Map.copyOf(methodLimits),
        Timing.of(platform));
  }
}
