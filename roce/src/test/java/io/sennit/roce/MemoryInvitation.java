// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The inviting half of a rendezvous by way of a map. */
final class MemoryInvitation implements Invitation {
  private static final int BYTES = 32;
  private static final long BUDGET_BYTES = 1 << 20;

  private final MemoryFabric fabric;
  private final DomainConfig config;
  private final MemoryChannel channel;
  private final byte[] id = random();
  private byte @Nullable [] answer;
  private @Nullable MemoryChannel accepting;

  MemoryInvitation(MemoryFabric fabric, DomainConfig config, MemoryChannel channel) {
    this.fabric = fabric;
    this.config = config;
    this.channel = channel;
    fabric.invitations.put(HexFormat.of().formatHex(id), this);
  }

  private static byte[] random() {
    byte[] bytes = new byte[BYTES];
    Randomness.secure().nextBytes(bytes);
    return bytes;
  }

  @Override
  public byte[] offer() {
    return id.clone();
  }

  static ProtectionDomain domain(MemoryChannel own, MemoryChannel peer, DomainConfig config) {
    return own.node.engine.createDomain(
        new DomainSpec(config, peer.node.asRemote(BUDGET_BYTES), BUDGET_BYTES, () -> {}));
  }

  /** Another channel accepts; only the first time. */
  static byte[] accept(MemoryFabric fabric, byte[] offer, MemoryChannel channel)
      throws RendezvousException {
    MemoryInvitation found = fabric.invitations.remove(HexFormat.of().formatHex(offer));
    if (found == null) {
      throw new RendezvousException("nobody has invited with these bytes");
    }
    byte[] bytes = random();
    found.answer = bytes;
    found.accepting = channel;
    return bytes;
  }

  /** The channel that invited with an offer. */
  static MemoryChannel inviter(MemoryFabric fabric, byte[] offer) throws RendezvousException {
    MemoryInvitation found = fabric.invitations.get(HexFormat.of().formatHex(offer));
    if (found == null) {
      throw new RendezvousException("nobody has invited with these bytes");
    }
    return found.channel;
  }

  @Override
  public ProtectionDomain complete(byte[] bytes, long timeoutNanos) throws RendezvousException {
    MemoryChannel peer = accepting;
    if (peer == null || !Arrays.equals(answer, bytes)) {
      throw new RendezvousException("not an answer to this invitation");
    }
    return domain(channel, peer, config);
  }

  @Override
  public void close() {
    fabric.invitations.remove(HexFormat.of().formatHex(id));
  }
}
