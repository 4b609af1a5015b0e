// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Feature;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What a host has as a device. Confined to the world's thread. */
final class HostDevice implements Device {
  private final Host host;
  private final Randomness random;
  private final Nics nics;

  HostDevice(Host host, Randomness random, Nics nics) {
    this.host = host;
    this.nics = nics;
    this.random = random;
  }

  @Override
  public Capabilities capabilities() {
    return withEvents(nics.capabilities());
  }

  /** What has overflowed is told. */
  static Capabilities withEvents(Capabilities known) {
    Set<Feature> features = EnumSet.of(Feature.EVENTS);
    features.addAll(known.features());
    return known.with(features);
  }

  @Override
  public List<Port> ports() {
    return IntStream.range(0, host.portCount())
        .mapToObj(index -> new Port(index, host.ports().get(index).name()))
        .toList();
  }

  /** As the device of RoCEv2. */
  @Override
  public int mostLabels() {
    return 64;
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return new Bell();
  }

  @Override
  public Invitation invite(DomainConfig config, CompletionChannel channel) {
    return new Invited(new Meeting(random.nextLong(), host.announced()), config);
  }

  @Override
  public Acceptance accept(
      byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException {
    Meeting met = Meeting.decode(offer);
    byte[] answer = new Meeting(met.invitation(), host.announced()).encode();
    return new Acceptance(join(config, met), answer);
  }

  private ProtectionDomain join(DomainConfig config, Meeting met) {
    host.faults().allocate();
    DomainConfig wanted = host.faults().liar().isEmpty()
        ? config
        : new DomainConfig(config.memoryBytes() + LyingMouth.MEMORY_BYTES, config.maxQueuePairs());
    return new HostDomain(nics.join(host, wanted, met.invitation(), met.ports()), host);
  }

  /** Its domains and the engine outlive it, as everywhere. */
  @Override
  public void close() {}

  private final class Invited implements Invitation {
    private final Meeting offer;
    private final DomainConfig config;
    private boolean over;

    private Invited(Meeting offer, DomainConfig config) {
      this.offer = offer;
      this.config = config;
    }

    @Override
    public byte[] offer() {
      return offer.encode();
    }

    @Override
    public ProtectionDomain complete(byte[] answer, long timeoutNanos) throws RendezvousException {
      Meeting met = Meeting.decode(answer);
      if (over || met.invitation() != offer.invitation()) {
        throw new RendezvousException("the peer answered another invitation");
      }
      over = true;
      return join(config, met);
    }

    @Override
    public void close() {
      over = true;
    }
  }

  /** Nobody sleeps in virtual time: a wake has the host turn. */
  private final class Bell implements CompletionChannel {
    private final BitSet down = new BitSet();
    private final Map<Integer, Integer> mtuBytes = new HashMap<>();
    private final Map<Integer, Integer> readdressings = new HashMap<>();
    private int known = host.portCount();

    @Override
    public boolean await(long timeoutNanos) {
      throw new IllegalStateException("nobody waits in virtual time");
    }

    @Override
    public Optional<PortEvent> takePortEvent() {
      if (known < host.portCount()) {
        return Optional.of(event(PortEvent.Kind.PORT_ADDED, known++));
      }
      for (int port = 0; port < known; port++) {
        Integer moves = readdressings.put(port, host.readdressings(port));
        if (moves != null && moves != host.readdressings(port)) {
          return Optional.of(event(PortEvent.Kind.ADDRESS_CHANGED, port));
        }
        int bytes = host.mtuBytes(port);
        Integer wasBytes = mtuBytes.put(port, bytes);
        if (wasBytes != null && wasBytes != bytes) {
          return Optional.of(event(PortEvent.Kind.PATH_MTU_CHANGED, port));
        }
        boolean up = host.ports().get(port).link().isUp();
        if (up == down.get(port)) {
          down.flip(port);
          PortEvent.Kind kind = up ? PortEvent.Kind.PORT_ACTIVE : PortEvent.Kind.PORT_ERROR;
          return Optional.of(event(kind, port));
        }
      }
      return Optional.empty();
    }

    private PortEvent event(PortEvent.Kind kind, int port) {
      return new PortEvent(kind, port, host.announced().get(port).mtuBytes());
    }

    @Override
    public void wake() {
      host.wake();
    }

    @Override
    public void close() {}
  }
}
