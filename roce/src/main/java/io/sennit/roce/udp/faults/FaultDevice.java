// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.faults;

import io.sennit.base.Randomness;
import io.sennit.roce.Burst;
import io.sennit.roce.Datagram;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketMemory;
import io.sennit.roce.PacketSink;
import io.sennit.roce.spi.BlackHoles;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketReceiver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Does to packets what its specification says, and cuts what {@link BlackHoles} names. */
final class FaultDevice implements PacketDevice {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Chances are compared with whole numbers below this. */
  private static final int DICE = 1 << 30;

  private final FaultSpec spec;
  private final List<LocalPort> ports;
  private final Randomness randomness;
  private final HeldPackets held = new HeldPackets();
  private final Datagram broken =
      new Datagram(PacketMemory.of(Arena.ofAuto().allocate(HeldPackets.MOST_BYTES, 8)));
  private PacketReceiver next = (_, _) -> {};
  private long lastNanos;

  FaultDevice(FaultSpec spec, List<LocalPort> ports) {
    this.spec = spec;
    this.ports = ports;
    randomness = Randomness.seeded(spec.seed());
  }

  @Override
  public PacketReceiver inbound(PacketReceiver receiver) {
    next = receiver;
    return this::receive;
  }

  private void receive(Datagram packet, long nowNanos) {
    lastNanos = nowNanos;
    if (isCut(packet.localPort(), nowNanos)) {
      return;
    }
    if (!spec.isAbout(ports.get(packet.localPort()).address())) {
      next.receive(packet, nowNanos);
    } else if (!happens(spec.chances().loss())) {
      disturb(packet, nowNanos);
    }
  }

  private void disturb(Datagram packet, long nowNanos) {
    long lateNanos = spec.delays().allMicros() * NANOS_PER_MICRO;
    if (happens(spec.chances().duplicate())) {
      held.hold(packet, nowNanos + lateNanos + spec.delays().duplicateMicros() * NANOS_PER_MICRO);
    }
    if (happens(spec.chances().reorder())) {
      lateNanos += spec.delays().reorderMicros() * NANOS_PER_MICRO;
    }
    Datagram passed = happens(spec.chances().corrupt()) ? corrupt(packet) : packet;
    if (lateNanos == 0) {
      next.receive(passed, nowNanos);
    } else {
      held.hold(passed, nowNanos + lateNanos);
    }
  }

  private Datagram corrupt(Datagram packet) {
    if (packet.length() > HeldPackets.MOST_BYTES || packet.length() == 0) {
      return packet;
    }
    HeldPackets.copy(packet, broken);
    MemorySegment bytes = broken.memory().segment();
    int bit = randomness.nextInt(8 * packet.length());
    byte old = bytes.get(ValueLayout.JAVA_BYTE, bit / 8);
    bytes.set(ValueLayout.JAVA_BYTE, bit / 8, (byte) (old ^ 1 << bit % 8));
    return broken;
  }

  private boolean happens(double chance) {
    return chance > 0 && randomness.nextInt(DICE) < chance * DICE;
  }

  private boolean isCut(int port, long nowNanos) {
    if (BlackHoles.swallow(ports.get(port).address())) {
      return true;
    }
    return spec.cutMillis() > 0
        && spec.isAbout(ports.get(port).address())
        && Math.floorMod(nowNanos, spec.everyMillis() * NANOS_PER_MILLI)
            < spec.cutMillis() * NANOS_PER_MILLI;
  }

  @Override
  public PacketSink outbound(PacketSink sink) {
    return new PacketSink() {
      private final Burst[] one = new Burst[1];

      @Override
      public boolean numbersSegments(int localPort) {
        return sink.numbersSegments(localPort);
      }

      @Override
      public int send(Burst[] bursts, int count) {
        for (int at = 0; at < count; at++) {
          one[0] = bursts[at];
          if (!isCut(bursts[at].localPort(), lastNanos) && sink.send(one, 1) == 0) {
            return at;
          }
        }
        return count;
      }
    };
  }

  @Override
  public void timers(long nowNanos) {
    lastNanos = nowNanos;
    held.release(next, nowNanos);
  }

  @Override
  public long nextTimerNanos() {
    return held.nextNanos();
  }
}
