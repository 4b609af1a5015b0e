// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.Engine;
import io.sennit.roce.RemotePort;
import io.sennit.roce.udp.RendezvousWire.Announced;
import io.sennit.roce.udp.RendezvousWire.Kind;
import io.sennit.roce.udp.RendezvousWire.Meeting;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.RendezvousException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** This process as a place that speaks RoCEv2. Its channels and domains outlive its closing. */
final class RoceDevice implements Device {
  private final Workshop workshop;
  private @Nullable Rendezvous rendezvous;
  private boolean closed;

  RoceDevice(Workshop workshop) {
    this.workshop = workshop;
  }

  @Override
  public Capabilities capabilities() {
    return Engine.capabilities();
  }

  @Override
  public List<Port> ports() {
    return workshop.addresses().ports();
  }

  @Override
  public List<Integer> routeLabels(int wanted) {
    int count = Math.min(wanted, RoceConfig.MOST_LABELS);
    return IntStream.rangeClosed(1, count).boxed().toList();
  }

  /** Fabrics of equal routes hash flows badly if there are few. */
  @Override
  public int usualPaths() {
    return 4;
  }

  @Override
  public int mostLabels() {
    return RoceConfig.MOST_LABELS;
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return UdpChannel.open(workshop);
  }

  @Override
  public Invitation invite(DomainConfig config, CompletionChannel channel)
      throws RendezvousException {
    UdpChannel own = own(channel);
    Rendezvous place = rendezvous();
    Token id = Token.random(workshop.randomness());
    List<Announced> announced = new ArrayList<>();
    for (RemotePort port : own.announced()) {
      announced.add(new Announced(port, place.port(announced.size())));
    }
    Meeting offer = new Meeting(id, Token.NONE, announced);
    RoceInvitation invitation = new RoceInvitation(place, offer, config, own);
    place.expect(id, invitation);
    return invitation;
  }

  private synchronized Rendezvous rendezvous() throws RendezvousException {
    if (closed) {
      throw new IllegalStateException("the device is closed");
    }
    Rendezvous open = rendezvous;
    if (open == null) {
      open = Rendezvous.open(workshop.addresses().all(), workshop.config().ports());
      rendezvous = open;
    }
    open.follow(workshop.addresses().all());
    return open;
  }

  private static UdpChannel own(CompletionChannel channel) {
    if (channel instanceof UdpChannel own) {
      return own;
    }
    throw new IllegalArgumentException("the completion channel of another provider");
  }

  @Override
  public Acceptance accept(
      byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException {
    UdpChannel own = own(channel);
    Meeting met = RendezvousWire.decode(Kind.OFFER, offer);
    met.checkAddresses(
        workshop.addresses().all().stream().anyMatch(local -> local.address().isLoopback()));
    Token token = Token.random(workshop.randomness());
    try (Introduction introduction =
        new Introduction(workshop.addresses().all(), met, token, workshop.clock())) {
      introduction.perform(timeoutNanos);
    }
    List<Announced> announced =
        own.announced().stream().map(port -> new Announced(port, 0)).toList();
    byte[] answer =
        RendezvousWire.encode(Kind.ANSWER, new Meeting(met.invitation(), token, announced));
    return new Acceptance(own.join(config, met.remotePorts()), answer);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (rendezvous != null) {
      rendezvous.close();
      rendezvous = null;
    }
  }
}
