// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.List;

/** A provider that everybody prefers and that never comes up: it is refused by one of the sides. */
final class RefusingProvider implements VerbsProvider, Device {
  private final boolean byInviter;

  RefusingProvider(boolean byInviter) {
    this.byInviter = byInviter;
  }

  @Override
  public String name() {
    return "refusing";
  }

  @Override
  public int preference() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Availability availability() {
    return Availability.yes();
  }

  @Override
  public Device open() {
    return this;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(1, 0, 1, 1, 1, 1, false, true);
  }

  @Override
  public List<Port> ports() {
    return List.of(new Port(0, "nowhere"));
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return new TestChannel();
  }

  @Override
  public Invitation invite(DomainConfig config, CompletionChannel channel)
      throws RendezvousException {
    if (byInviter) {
      throw new RendezvousException("no invitation today");
    }
    return new Invitation() {
      @Override
      public byte[] offer() {
        return new byte[1];
      }

      @Override
      public ProtectionDomain complete(byte[] answer, long timeoutNanos)
          throws RendezvousException {
        throw new RendezvousException("no completion today");
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Acceptance accept(
      byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException {
    throw new RendezvousException("another host");
  }

  @Override
  public void close() {}
}
