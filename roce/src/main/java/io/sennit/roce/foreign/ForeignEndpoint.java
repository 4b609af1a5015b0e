// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.foreign;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.AddressHandle;
import io.sennit.roce.Engine;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PeerAttributes;
import io.sennit.roce.UcQueuePair;
import io.sennit.roce.UdConfig;
import io.sennit.roce.UdMessage;
import io.sennit.roce.UdQueuePair;
import io.sennit.roce.UdReceiver;
import io.sennit.roce.cm.CmConfig;
import io.sennit.roce.cm.CmEndpoint;
import io.sennit.roce.udp.ForeignLoop;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import java.util.Map;

/**
 * One address of this machine, opened at UDP port 4791 for peers that are not Sennit. It has one
 * event loop and any number of peers, each with a protection domain of its own.
 *
 * <p>A peer's packets are taken from its address only, whatever UDP port they come from. Over IPv4
 * they carry an identification that their CRC covers and a UDP socket does not see: every one is
 * tried, which leaves 16 of the 32 check bits; IPv6 leaves them all.
 *
 * <p>Threads: one owns the endpoint and all that is made of it; it polls, arms or waits in the
 * channel, or nothing moves. Only {@link CompletionChannel#wake} is for others.
 *
 * <p>Ownership: close every domain, until it says that it is closed, before the endpoint.
 */
public final class ForeignEndpoint implements AutoCloseable {
  /** The UDP port of RoCEv2. */
  public static final int UDP_PORT = ForeignLoop.PORT;

  /** What may be in flight towards a peer unless told otherwise: what rxe takes over most links. */
  public static final long USUAL_BUDGET_BYTES = 256 << 10;

  private static final Path PATH = new Path(0, 0, 1);

  private final ForeignLoop loop;

  private ForeignEndpoint(ForeignLoop loop) {
    this.loop = loop;
  }

  /**
   * Opens the port of an address.
   *
   * @param address an IPv4 or IPv6 literal of this machine, or the name of an interface
   * @param options those of the {@code roce} provider, such as {@code pcap}, without a prefix; all
   *     may be left out
   * @throws IllegalArgumentException in a sentence if an option is malformed
   * @throws IllegalStateException in a sentence if there is no such address, or its port is taken:
   *     by another process, or by the kernel where rdma_rxe is loaded
   */
  public static ForeignEndpoint open(String address, Map<String, String> options) {
    return new ForeignEndpoint(ForeignLoop.open(address, options));
  }

  /** The address, with the largest payload that fits a packet on its link. */
  public LocalPort port() {
    return loop.port();
  }

  /** Where the owner sleeps; closed by {@link #close}. */
  public CompletionChannel channel() {
    return loop.channel();
  }

  /** The transport behind it, for what speaks through other queue pairs. */
  public Engine engine() {
    return loop.engine();
  }

  /**
   * Makes what one peer can reach: its queue pairs, and this side's memory by its own keys.
   *
   * @param peer its address, of the same IP version as this one
   * @throws IllegalArgumentException if it is not
   */
  public ProtectionDomain createDomain(DomainConfig config, IpAddress peer) {
    return createDomain(config, peer, USUAL_BUDGET_BYTES);
  }

  /**
   * The same with a bound for what may be in flight.
   *
   * @param receiveBudgetBytes towards the peer from all its queue pairs, headers included; positive
   */
  public ProtectionDomain createDomain(
      DomainConfig config, IpAddress peer, long receiveBudgetBytes) {
    checkVersion(peer);
    return loop.createDomain(config, peer, receiveBudgetBytes);
  }

  private void checkVersion(IpAddress peer) {
    if (peer.isIpv4() != port().address().isIpv4()) {
      throw new IllegalArgumentException(
          "no way from " + port().address() + " to " + peer + ": not the same IP version");
    }
  }

  /** The path that every queue pair of such a domain is made with. */
  public Path path() {
    return PATH;
  }

  /**
   * The PSN of the first request of a queue pair, for the peer; beside it, the peer has to know
   * {@link QueuePair#number} and the address.
   */
  public int firstPsn(QueuePair queuePair) {
    return loop.engine().firstPsn(queuePair);
  }

  /**
   * Makes a queue pair ready to receive and to send. The address is that of its domain's peer.
   *
   * @throws IllegalArgumentException if the link does not allow the path MTU
   * @throws IllegalStateException if it is not in INIT
   */
  public void connect(QueuePair queuePair, PeerAttributes peer) {
    loop.engine().connect(queuePair, peer);
  }

  /**
   * Makes an unreliable connection (IBTA's UC), of a domain that was made for its peer.
   *
   * @throws IllegalArgumentException if the domain or its queues are another endpoint's
   * @throws IllegalStateException if there are as many as there may be
   */
  public UcQueuePair createUcQueuePair(ProtectionDomain domain, QueuePairConfig config) {
    return loop.engine().createUcQueuePair(domain, config);
  }

  /**
   * Makes a queue pair for datagrams (IBTA's UD), whose {@link UdQueuePair#mtuBytes} is the
   * longest. There are no posted receives: the receiver is shown each datagram while it is called,
   * and takes what it wants of it, where {@link UdMessage#copyTo} puts the 40 bytes in front that
   * verbs have.
   *
   * @param queueKey the Q_Key that a sender must show, or is dropped and counted
   * @param sendDepth datagrams that may wait to be sent, 1 to {@value UdConfig#MOST_SEND_DEPTH}
   * @param receiver called by the thread that drives the endpoint
   * @throws IllegalStateException if there are as many as there may be
   */
  public UdQueuePair createUdQueuePair(int queueKey, int sendDepth, UdReceiver receiver) {
    UdConfig config = new UdConfig(PATH.localPort(), PATH.routeLabel(), queueKey, sendDepth, false);
    return loop.engine().createUdQueuePair(config, receiver);
  }

  /**
   * Where a peer's queue pair for datagrams is.
   *
   * @param from of this endpoint
   * @param peer its address, of the same IP version as this one
   * @param number of its queue pair, 1 to 2^24 - 2
   * @param queueKey of its queue pair
   * @throws IllegalArgumentException if there can be no such peer
   */
  public AddressHandle addressHandle(UdQueuePair from, IpAddress peer, int number, int queueKey) {
    checkVersion(peer);
    return from.addressHandle(peer, UDP_PORT, number, queueKey);
  }

  /**
   * Takes queue pair 1, to be connected by RDMA CM. What is opened is the owner's as well, and is
   * closed before this.
   *
   * @throws IllegalStateException if queue pair 1 is taken
   */
  public CmEndpoint openCm(CmConfig config) {
    return CmEndpoint.open(engine(), PATH, config, Randomness.secure(), Clock.system());
  }

  /** Gives the port back. */
  @Override
  public void close() {
    loop.close();
  }
}
