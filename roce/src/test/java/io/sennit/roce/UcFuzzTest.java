// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Packets of an unreliable connection with any opcodes, places, ranges, lengths and bytes, all with
 * a right CRC. Nothing is thrown, no byte changes that may not, every receive ends once, and
 * everything is given back.
 */
final class UcFuzzTest {
  private static final int SEEDS = 150;
  private static final int PACKETS = 200;
  private static final int RECEIVES = 40;
  private static final int MTU = Victim.MTU;
  private static final byte SECRET = 0x5a;
  private static final List<PacketOpcode> OPCODES =
      Arrays.stream(PacketOpcode.values()).filter(PacketOpcode::isUnreliable).toList();

  private int taken;
  private int dropped;

  @Test
  void nothingThatComesDoesHarm() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
    assertTrue(taken > SEEDS && dropped > SEEDS, taken + " taken, " + dropped + " dropped");
  }

  private void run(int seed) {
    Randomness random = Randomness.seeded(seed);
    Victim victim = new Victim();
    Side side = victim.side;
    MemoryRegion secret = side.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    secret.segment().fill(SECRET);
    for (int id = 0; id < RECEIVES; id++) {
      side.receive(id, 0, random.nextInt(4 * MTU));
    }
    int psn = 0;
    for (int at = 0; at < PACKETS; at++) {
      victim.take(packet(victim, secret, psn, random));
      psn += random.nextInt(8) == 0 ? random.nextInt(4) : 1;
      assertEquals(List.of(), victim.sent(), "answers, seed " + seed);
    }
    victim.unreliable().destroy();
    side.drain();
    Set<String> ended = new HashSet<>();
    for (String each : side.inbox) {
      assertTrue(ended.add(each.split(" ", -1)[0]), () -> "seed " + seed + ": twice " + each);
      taken += each.contains("SUCCESS") ? 1 : 0;
    }
    assertEquals(RECEIVES, ended.size() + side.receives.posted(), "receives, seed " + seed);
    dropped += (int) side.count(EngineCounters.Kind.MESSAGE_DROPPED);
    for (byte each : secret.segment().toArray(ValueLayout.JAVA_BYTE)) {
      assertEquals(SECRET, each, "a byte that may not be written, seed " + seed);
    }
    assertTrue(side.domain.close(), "seed " + seed + ": something is still in use");
  }

  private static Copy packet(Victim victim, MemoryRegion secret, int psn, Randomness random) {
    PacketOpcode opcode = OPCODES.get(random.nextInt(OPCODES.size()));
    boolean whole = random.nextInt(8) != 0;
    int bytes = switch (opcode.place()) {
      case FIRST, MIDDLE -> whole ? MTU : random.nextInt(MTU + 8);
      default -> random.nextInt(MTU + (whole ? 1 : 8));
    };
    Forgery packet = victim.request(opcode, psn, bytes);
    if (opcode.kind() == PacketOpcode.Kind.WRITE && opcode.place().begins()) {
      boolean own = random.nextInt(4) != 0;
      MemoryRegion region = own ? victim.side.memory : secret;
      int length = opcode.place().ends() && whole ? bytes : bytes + random.nextInt(3 * MTU);
      long address = region.address() + region.length() - random.nextInt(4 * MTU);
      packet.reth(random.nextInt(4) == 0 ? address : region.address(), region.remoteKey(), length);
    }
    byte[] raw = packet.sent(victim.ends).bytes();
    if (random.nextInt(4) == 0) {
      raw[random.nextInt(raw.length)] = (byte) random.nextInt(256);
    }
    return Sealing.sealed(raw, victim.ends);
  }
}
