// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.RendezvousException;

/** Two halves in this process, brought together by the real rendezvous. */
final class Pair implements AutoCloseable {
  static final DomainConfig DOMAIN = new DomainConfig(8 << 20, 16);
  static final long TIMEOUT_NANOS = 5_000_000_000L;

  final Device device = new ShmProvider().open();
  final Half inviting;
  final Half accepting;

  Pair() throws RendezvousException {
    CompletionChannel first = device.createCompletionChannel();
    CompletionChannel second = device.createCompletionChannel();
    Invitation invitation = device.invite(DOMAIN, first);
    Acceptance acceptance = device.accept(invitation.offer(), DOMAIN, second, TIMEOUT_NANOS);
    inviting = new Half((ShmDomain) invitation.complete(acceptance.answer(), TIMEOUT_NANOS), first);
    accepting = new Half((ShmDomain) acceptance.domain(), second);
  }

  /** Two halves whose queue pairs are connected. */
  static Pair connected() throws RendezvousException {
    Pair pair = new Pair();
    pair.inviting.queuePair.connect(pair.accepting.queuePair.address());
    pair.accepting.queuePair.connect(pair.inviting.queuePair.address());
    return pair;
  }

  @Override
  public void close() {
    boolean invitingClosed = inviting.domain.close();
    boolean bothClosed = accepting.domain.close() && invitingClosed;
    inviting.channel.close();
    accepting.channel.close();
    device.close();
    if (!bothClosed) {
      throw new AssertionError("a domain could not be closed although nothing is under way");
    }
  }
}
