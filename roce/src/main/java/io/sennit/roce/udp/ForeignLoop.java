// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.DomainSpec;
import io.sennit.roce.Engine;
import io.sennit.roce.LocalPort;
import io.sennit.roce.RemotePort;
import io.sennit.roce.udp.os.OsException;
import io.sennit.roce.udp.os.UdpSocket;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.Settings;
import java.util.List;
import java.util.Map;

/**
 * An event loop at RoCEv2's own UDP port of one address. Not for programs, which see
 * {@link io.sennit.roce.foreign.ForeignEndpoint}; its thread rules hold here.
 */
public final class ForeignLoop implements AutoCloseable {
  /** The one UDP port that peers which are not Sennit send to. */
  public static final int PORT = RoceConfig.FOREIGN_PORT;

  private final UdpChannel channel;
  private final LocalPort port;

  private ForeignLoop(UdpChannel channel, LocalPort port) {
    this.channel = channel;
    this.port = port;
  }

  /**
   * Opens one.
   *
   * @param address a literal, or the name of an interface
   * @param given options of the provider; the one that names addresses means nothing here
   * @throws IllegalArgumentException in a sentence if an option is malformed
   * @throws IllegalStateException in a sentence if there is no such address, or its port is taken
   */
  public static ForeignLoop open(String address, Map<String, String> given) {
    RoceProvider provider = new RoceProvider();
    Settings settings = Settings.of(provider, given);
    RoceConfig config = RoceConfig.of(settings).foreign();
    List<DeviceChain.Choice> devices = DeviceChoice.of(settings, config.devices());
    Availability availability = provider.availability();
    if (!availability.available()) {
      throw new IllegalStateException(availability.reason());
    }
    List<LocalAddress> addresses = LocalAddresses.find(List.of(address), config.mtuBytes());
    requireFree(addresses.getFirst().address());
    Workshop workshop = new Workshop(
        Clock.system(), Randomness.secure(), config, Addresses.fixed(addresses), devices);
    UdpChannel channel = UdpChannel.open(workshop);
    RemotePort own = channel.announced().getFirst();
    return new ForeignLoop(
        channel, new LocalPort(own.address(), own.receivePort(), own.mtuBytes()));
  }

  /** Whoever finds the port taken learns by whom it may be. */
  private static void requireFree(IpAddress address) {
    try {
      UdpSocket.open(address, PORT).close();
    } catch (OsException e) {
      throw new IllegalStateException(
          "UDP port " + PORT + " of " + address
              + " cannot be had (" + e.reason()
              + "): one owner speaks RoCEv2 at an address, and that"
              + " may be another process, or the kernel where rdma_rxe is loaded.",
          e);
    }
  }

  public CompletionChannel channel() {
    return channel;
  }

  public Engine engine() {
    return channel.engine();
  }

  /** The address, with the largest payload of a packet on its link. */
  public LocalPort port() {
    return port;
  }

  /**
   * Makes what one peer can reach.
   *
   * @param receiveBudgetBytes what may be in flight towards it
   */
  public ProtectionDomain createDomain(
      DomainConfig config, IpAddress peer, long receiveBudgetBytes) {
    RemotePort remote = new RemotePort(peer, PORT, port.mtuBytes(), receiveBudgetBytes);
    long readBudgetBytes = channel.announced().getFirst().receiveBudgetBytes();
    return channel
        .engine()
        .createDomain(new DomainSpec(config, List.of(remote), readBudgetBytes, () -> {}));
  }

  @Override
  public void close() {
    channel.close();
  }
}
