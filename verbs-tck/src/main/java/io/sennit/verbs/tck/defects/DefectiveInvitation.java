// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Invitation;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;

/** Passes everything through, and decorates the domain. */
class DefectiveInvitation implements Invitation {
  private final Invitation inner;
  private final Defect defect;

  DefectiveInvitation(Invitation inner, Defect defect) {
    this.inner = inner;
    this.defect = defect;
  }

  @Override
  public byte[] offer() {
    return inner.offer();
  }

  @Override
  public ProtectionDomain complete(byte[] answer, long timeoutNanos) throws RendezvousException {
    return defect.domain(inner.complete(answer, timeoutNanos));
  }

  @Override
  public void close() {
    inner.close();
  }
}
