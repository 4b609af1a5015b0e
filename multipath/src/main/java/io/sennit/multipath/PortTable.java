// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.ProtectionDomain;
import java.lang.foreign.MemorySegment;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ports of both sides: those of the bootstrap, and those that have come since, of which each
 * side tells at the end of its PORTS frames. None ever goes, but some carry nothing. Without a plan
 * there are never more.
 */
final class PortTable {
  /** So that fifteen of them fit into the smallest slot. */
  private static final int MOST_ADDRESS_BYTES = 48;

  private final ProtectionDomain domain;
  private final List<byte[]> later = new ArrayList<>();
  private @Nullable PortPlan plan;
  private int deviceHas;
  private int peerHas;
  private long failedHere;
  private long failedThere;
  private int changes;

  PortTable(ProtectionDomain domain) {
    this.domain = domain;
  }

  void plan(PortPlan newPlan) {
    plan = newPlan;
    peerHas = newPlan.remotePorts();
  }

  /** Null if there are never more ports. */
  @Nullable
  PortPlan plan() {
    return plan;
  }

  /** Whatever happens to a port, it is there, and so are those before it. */
  void onEvent(PortEvent event) {
    deviceHas = Math.max(deviceHas, event.port() + 1);
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

  static long bit(int port) {
    return port < Long.SIZE ? 1L << port : 0;
  }

  /** Grows when ports come, fail or come back, here or at the peer. */
  int changes() {
    return changes;
  }

  /** Takes own ports that have come; whether the peer is to be told. */
  boolean takeOwn() {
    PortPlan known = plan;
    int before = later.size();
    while (known != null && local() < Math.min(deviceHas, PortPlan.MOST_PORTS)) {
      later.add(domain.portAddress(local()));
      changes++;
    }
    return later.size() > before;
  }

  /** Own ports that the peer was or will be told of. */
  int local() {
    return plan == null ? 0 : plan.localPorts() + later.size();
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
   * Appends them to a PORTS frame: first of them u16, how many u16; then of each one address bytes
   * u16, address. Returns how many bytes that are; none if none has come.
   */
  int write(MemorySegment slot, int offset) {
    if (later.isEmpty()) {
      return 0;
    }
    ByteBuffer out = slot.asSlice(offset).asByteBuffer();
    out.putShort((short) (local() - later.size())).putShort((short) later.size());
    later.forEach(address -> out.putShort((short) address.length).put(address));
    return out.position();
  }

  /** Reads what the peer has appended; nothing means that it has got none. */
  void read(ByteBuffer from) {
    PortPlan known = plan;
    if (!from.hasRemaining() && (known == null || peerHas == known.remotePorts())) {
      return;
    }
    try {
      int first = Short.toUnsignedInt(from.getShort());
      int end = first + Short.toUnsignedInt(from.getShort());
      if (known == null
          || first != known.remotePorts()
          || end < Math.max(peerHas, first + 1)
          || end > PortPlan.MOST_PORTS) {
        throw new Violation("ports " + first + " to " + (end - 1) + " after " + peerHas);
      }
      for (int port = first; port < end; port++) {
        add(port, address(from));
      }
    } catch (BufferUnderflowException cut) {
      throw new Violation("a list of ports that is cut short");
    }
    if (from.hasRemaining()) {
      throw new Violation(from.remaining() + " bytes behind a list of ports");
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

  private void add(int port, byte[] address) {
    if (port < peerHas) {
      return;
    }
    try {
      domain.addRemotePort(port, address);
      peerHas = port + 1;
      changes++;
    } catch (IllegalArgumentException | UnsupportedOperationException refused) {
      throw new Violation("port " + port + ": " + refused.getMessage());
    }
  }
}
