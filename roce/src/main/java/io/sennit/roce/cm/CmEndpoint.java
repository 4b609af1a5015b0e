// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.Engine;
import io.sennit.roce.LocalPort;
import io.sennit.roce.UdConfig;
import io.sennit.roce.UdMessage;
import io.sennit.roce.UdQueuePair;
import io.sennit.roce.UdReceiver;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * One address of an engine, as RDMA CM's clients and servers see it: it owns queue pair 1 there,
 * listens at ports and connects to ports of peers. An endpoint drives no loop: messages come and
 * are repeated while the engine is driven.
 *
 * <p>Nothing here is secret or signed: who can forge a peer's address and read the network can end
 * its connections. Who can only forge has to guess 32 random bits for each.
 *
 * <p>Confined to the engine's thread. Queue pairs and domains stay their makers'.
 */
public final class CmEndpoint implements AutoCloseable {
  private static final int MANAGEMENT_QUEUE_PAIR = 1;
  private static final int MOST_PORT = 0xffff;

  private final CmConfig config;
  private final UdQueuePair management;
  private final CmService service;

  private CmEndpoint(
      Engine engine, Path path, CmConfig config, Randomness randomness, Clock clock) {
    this.config = config;
    UdConfig udConfig = UdConfig.management(path.localPort(), path.routeLabel());
    management = engine.createUdQueuePair(udConfig, new Receiver());
    LocalPort local = new LocalPort(management.address(), config.udpPort(), management.mtuBytes());
    service = new CmService(local, config, randomness, clock, this::send);
  }

  /** The engine's way in. */
  private final class Receiver implements UdReceiver {
    @Override
    public void receive(UdMessage message, long nowNanos) {
      if (message.sourceQueuePair() != MANAGEMENT_QUEUE_PAIR) {
        service.counters().add(CmCounters.Kind.STRANGER);
        return;
      }
      byte[] mad = message.payload().toArray(ValueLayout.JAVA_BYTE);
      service.receive(message.source(), ByteBuffer.wrap(mad), nowNanos);
      management.announce();
    }

    @Override
    public void timers(long nowNanos) {
      service.timers(nowNanos);
      management.announce();
    }

    @Override
    public long nextTimerNanos() {
      return service.nextTimerNanos();
    }
  }

  /**
   * Takes queue pair 1 of a port.
   *
   * @param path whose local port and route label it uses
   * @param randomness unpredictable in production: ids come from it
   * @param clock the one whose times the engine is given
   * @throws IllegalStateException if the port's queue pair 1 is taken
   */
  public static CmEndpoint open(
      Engine engine, Path path, CmConfig config, Randomness randomness, Clock clock) {
    return new CmEndpoint(engine, path, config, randomness, clock);
  }

  private boolean send(IpAddress peer, byte[] mad) {
    return management.send(
            management.addressHandle(
                peer, config.udpPort(), MANAGEMENT_QUEUE_PAIR, UdConfig.MANAGEMENT_QUEUE_KEY),
            MemorySegment.ofArray(mad),
            0,
            mad.length)
        == PostStatus.POSTED;
  }

  /**
   * Takes requests for a port.
   *
   * @param port RDMA CM's, 1 to 65,535; it has nothing to do with UDP's
   * @throws IllegalStateException if somebody listens there
   */
  public void listen(int port, CmAcceptor acceptor) {
    checkPort(port);
    service.listen(port, acceptor);
  }

  private static void checkPort(int port) {
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException(port + " is no port");
    }
  }

  /** Takes no more requests; connections stay. */
  public void unlisten(int port) {
    service.unlisten(port);
  }

  /**
   * Asks a peer for a connection.
   *
   * @param to an address of the same IP version as this one
   * @param port that it listens at
   * @param wanted the own queue pair, and what this side decides
   * @param privateData at most {@value PrivateData#REQUEST_BYTES} bytes for the peer's application
   * @param handler told of what comes of it
   * @throws IllegalStateException if there are too many connections
   */
  public CmConnection connect(
      IpAddress to, int port, CmRequest wanted, PrivateData privateData, CmHandler handler) {
    checkPort(port);
    if (to.isIpv4() != management.address().isIpv4()) {
      throw new IllegalArgumentException(
          "no way from " + management.address() + " to " + to + ": not the same IP version");
    }
    if (wanted.path().mtuBytes() > management.mtuBytes()) {
      throw new IllegalArgumentException("a path MTU of " + wanted.path().mtuBytes()
          + " bytes is more than the link's " + management.mtuBytes());
    }
    return service.connect(to, port, wanted, privateData, handler);
  }

  /** The own address. */
  public IpAddress address() {
    return management.address();
  }

  /** Longest payload of a packet on the own link, and so the largest path MTU. */
  public int mtuBytes() {
    return management.mtuBytes();
  }

  /** Connections that are made or being made. */
  public int connections() {
    return service.connections();
  }

  public CmCounters counters() {
    return service.counters();
  }

  /**
   * Ends all connections and gives queue pair 1 back. The peers are told once, if the engine is
   * driven before that: {@link #farewell} first, then drive, then close.
   */
  @Override
  public void close() {
    service.close();
    management.destroy();
  }

  /** Ends all connections and tells the peers, once. */
  public void farewell() {
    service.close();
  }
}
