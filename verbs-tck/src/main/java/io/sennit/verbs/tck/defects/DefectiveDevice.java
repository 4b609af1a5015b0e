// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.RendezvousException;
import java.util.List;

/** Passes everything through, and decorates what it hands out. */
class DefectiveDevice implements Device {
  private final Device inner;
  private final Defect defect;

  DefectiveDevice(Device inner, Defect defect) {
    this.inner = inner;
    this.defect = defect;
  }

  final Device inner() {
    return inner;
  }

  @Override
  public Capabilities capabilities() {
    return inner.capabilities();
  }

  @Override
  public List<Port> ports() {
    return inner.ports();
  }

  @Override
  public List<Integer> routeLabels(int wanted) {
    return inner.routeLabels(wanted);
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return defect.channel(inner.createCompletionChannel());
  }

  @Override
  public Invitation invite(DomainConfig config, CompletionChannel channel)
      throws RendezvousException {
    return defect.invitation(inner.invite(config, DefectiveChannel.unwrap(channel)));
  }

  @Override
  public Acceptance accept(
      byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException {
    CompletionChannel plain = DefectiveChannel.unwrap(channel);
    Acceptance acceptance = inner.accept(offer, config, plain, timeoutNanos);
    return new Acceptance(defect.domain(acceptance.domain()), acceptance.answer());
  }

  @Override
  public void close() {
    inner.close();
  }
}
