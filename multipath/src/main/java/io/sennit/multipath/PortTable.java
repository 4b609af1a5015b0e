// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.ProtectionDomain;
import java.lang.foreign.MemorySegment;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ports of both sides: those of the bootstrap and those added since. A port is never removed;
 * it may carry nothing, and if its address is gone it may get a new one. Each side lists the ports
 * that were added or got a new address at the end of its PORTS frames. Without a plan no port is
 * added.
 */
final class PortTable {
  /** So that sixteen of them fit into the smallest slot. */
  private static final int MOST_ADDRESS_BYTES = 48;

  private final ProtectionDomain domain;

  /** What the peer is told, of each side's ports that the bootstrap did not tell so. */
  private final byte[] @Nullable [] own = new byte[PortPlan.MOST_PORTS][];

  private final byte[] @Nullable [] peers = new byte[PortPlan.MOST_PORTS][];

  /** How often each port has got another address. */
  private final int[] ownMoves = new int[PortPlan.MOST_PORTS];

  private final int[] peersMoves = new int[PortPlan.MOST_PORTS];

  private @Nullable PortPlan plan;
  private int deviceHas;
  private int ownHas;
  private int peerHas;
  private long moved;
  private long failedHere;
  private long failedThere;
  private int changes;
  private boolean peersNews;

  PortTable(ProtectionDomain domain) {
    this.domain = domain;
  }

  void plan(PortPlan newPlan) {
    plan = newPlan;
    ownHas = newPlan.localPorts();
    peerHas = newPlan.remotePorts();
  }

  /** Null if there are never more ports. */
  @Nullable
  PortPlan plan() {
    return plan;
  }

  /** Whatever happens to a port, it is there, and so are those before it. */
  void onEvent(PortEvent event) {
    int port = event.port();
    deviceHas = Math.max(deviceHas, port + 1);
    if (event.kind() == PortEvent.Kind.ADDRESS_CHANGED && port < PortPlan.MOST_PORTS) {
      ownMoves[port]++;
      moved |= bit(port);
    }
  }

  /** Ports that carry nothing: own ones, and the peer's; beyond the set none is ever doubted. */
  void fail(long here, long there) {
    changes += here == failedHere && there == failedThere ? 0 : 1;
    failedHere = here;
    failedThere = there;
  }

  /** Own ports that carry nothing: bit i, port i. */
  long failedHere() {
    return failedHere;
  }

  /** The same of the peer. */
  long failedThere() {
    return failedThere;
  }

  /** Whether its own port carries nothing. */
  boolean ownFailed(Path path) {
    return (failedHere & bit(path.localPort())) != 0;
  }

  /** Whether one of its ports carries nothing. */
  boolean failed(Path path) {
    return ownFailed(path) || (failedThere & bit(path.remotePort())) != 0;
  }

  /** Whether some own port carries something, as far as is known. */
  boolean anyOwnCarries() {
    return (failedHere & (bit(ownHas) - 1)) != bit(ownHas) - 1;
  }

  static long bit(int port) {
    return port < Long.SIZE ? 1L << port : 0;
  }

  /** Grows when ports come, move, fail or come back, here or at the peer. */
  int changes() {
    return changes;
  }

  /** How often the ports of a path have got other addresses: what is older leads nowhere. */
  int moves(Path path) {
    return moves(ownMoves, path.localPort()) + moves(peersMoves, path.remotePort());
  }

  private static int moves(int[] of, int port) {
    return port < of.length ? of[port] : 0;
  }

  /** Takes own ports that have come or moved; whether the peer is to be told. */
  boolean takeOwn() {
    boolean news = false;
    while (plan != null && ownHas < Math.min(deviceHas, PortPlan.MOST_PORTS)) {
      moved |= bit(ownHas++);
    }
    for (int port = 0; port < ownHas; port++) {
      if ((moved & bit(port)) != 0) {
        moved &= ~bit(port);
        own[port] = domain.portAddress(port);
        changes++;
        news = true;
      }
    }
    return news;
  }

  /** Whether the peer has told of other ports since the last call. */
  boolean takePeersNews() {
    boolean news = peersNews;
    peersNews = false;
    return news;
  }

  /** Own ports that the peer was or will be told of. */
  int local() {
    return ownHas;
  }

  /** Ports that the peer has told of. */
  int remote() {
    return peerHas;
  }

  /** Whether both of its ports are of the bootstrap. */
  boolean isFirst(Path path) {
    return plan != null
        && path.localPort() < plan.localPorts()
        && path.remotePort() < plan.remotePorts();
  }

  /** Whether one of its ports has come since the bootstrap. */
  boolean isLater(Path path) {
    return plan != null
        && (path.localPort() >= plan.localPorts() || path.remotePort() >= plan.remotePorts());
  }

  /**
   * Whether the opener may name a path that joins such a port: its own one may be known only by a
   * frame that is overtaken by that which names the path.
   */
  boolean mayBeNamed(Path path) {
    return isLater(path) && path.localPort() < local() && path.remotePort() < PortPlan.MOST_PORTS;
  }

  /**
   * Appends them to a PORTS frame: how many u16; then of each one, in their order, port u16,
   * address bytes u16, address. Returns how many bytes that are; none if the bootstrap has told it
   * all.
   */
  int write(MemorySegment slot, int offset) {
    int told = (int) Arrays.stream(own).filter(Objects::nonNull).count();
    if (told == 0) {
      return 0;
    }
    ByteBuffer out = slot.asSlice(offset).asByteBuffer();
    out.putShort((short) told);
    for (int port = 0; port < own.length; port++) {
      byte[] address = own[port];
      if (address != null) {
        out.putShort((short) port).putShort((short) address.length).put(address);
      }
    }
    return out.position();
  }

  /** Reads what the peer has appended; nothing means that the bootstrap has told it all. */
  void read(ByteBuffer from) {
    try {
      int count = from.hasRemaining() ? Short.toUnsignedInt(from.getShort()) : 0;
      int next = 0;
      for (int i = 0; i < count; i++) {
        int port = Short.toUnsignedInt(from.getShort());
        checkNoneLeftOut(next, port);
        take(port, address(from));
        next = port + 1;
      }
      checkNoneLeftOut(next, PortPlan.MOST_PORTS);
    } catch (BufferUnderflowException cut) {
      throw new Violation("a list of ports that is cut short");
    }
    if (from.hasRemaining()) {
      throw new Violation(from.remaining() + " bytes behind a list of ports");
    }
  }

  /** They are in their order, and what was told once is told each time. */
  private void checkNoneLeftOut(int from, int until) {
    if (plan == null && until != PortPlan.MOST_PORTS) {
      throw new Violation("port " + until + ", but ports stay what they are");
    }
    if (until < from || until > PortPlan.MOST_PORTS) {
      throw new Violation("port " + until + " behind port " + (from - 1));
    }
    for (int port = from; port < until; port++) {
      if (peers[port] != null) {
        throw new Violation("port " + port + " is told of no more");
      }
    }
  }

  private static byte[] address(ByteBuffer from) {
    int length = Short.toUnsignedInt(from.getShort());
    if (length < 1 || length > MOST_ADDRESS_BYTES) {
      throw new Violation("a port's address of " + length + " bytes");
    }
    byte[] address = new byte[length];
    from.get(address);
    return address;
  }

  private void take(int port, byte[] address) {
    if (port > peerHas || port == PortPlan.MOST_PORTS) {
      throw new Violation("port " + port + " after " + peerHas);
    }
    if (Arrays.equals(peers[port], address)) {
      return;
    }
    peers[port] = address;
    peersNews = true;
    boolean news = learn(port, address);
    if (port == peerHas) {
      peerHas++;
      changes++;
    } else if (news) {
      peersMoves[port]++;
      changes++;
    }
  }

  private boolean learn(int port, byte[] address) {
    try {
      return domain.addRemotePort(port, address);
    } catch (IllegalArgumentException | UnsupportedOperationException refused) {
      throw new Violation("port " + port + ": " + refused.getMessage());
    }
  }
}
