// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Invitation;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;

/** A secret under which the fabric keeps the inviting domain until somebody shows it. */
final class LoopbackInvitation implements Invitation {
  static final Token OFFER = new Token("offer", 0x534e4c4f);
  static final Token ANSWER = new Token("answer", 0x534e4c41);

  private final LoopbackFabric fabric;
  private final LoopbackDomain domain;
  private final long secret;
  private long answerSecret;
  private boolean accepted;
  private boolean over;

  LoopbackInvitation(LoopbackFabric fabric, LoopbackDomain domain) {
    this.fabric = fabric;
    this.domain = domain;
    secret = fabric.offer(this);
  }

  @Override
  public byte[] offer() {
    return OFFER.encode(secret);
  }

  byte[] accept(LoopbackDomain other) {
    synchronized (fabric) {
      domain.join(other);
      other.join(domain);
      answerSecret = ~secret;
      accepted = true;
      return ANSWER.encode(answerSecret);
    }
  }

  @Override
  public ProtectionDomain complete(byte[] answer, long timeoutNanos) throws RendezvousException {
    long shown = ANSWER.decode(answer);
    synchronized (fabric) {
      if (over) {
        throw new RendezvousException("The invitation is over.");
      }
      if (!accepted || shown != answerSecret) {
        throw new RendezvousException("The answer belongs to another invitation.");
      }
      over = true;
      return domain;
    }
  }

  @Override
  public void close() {
    synchronized (fabric) {
      over = true;
      fabric.claim(secret);
    }
  }

  /** Twelve bytes: a magic number and a secret, big-endian. */
  record Token(String name, int magic) {
    byte[] encode(long secret) {
      return ByteBuffer.allocate(12).putInt(magic).putLong(secret).array();
    }

    long decode(byte[] bytes) throws RendezvousException {
      if (bytes.length != 12) {
        throw new RendezvousException("The " + name + " has " + bytes.length + " bytes, not 12.");
      }
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      if (buffer.getInt() != magic) {
        throw new RendezvousException("The " + name + " is not of this provider.");
      }
      return buffer.getLong();
    }
  }
}
