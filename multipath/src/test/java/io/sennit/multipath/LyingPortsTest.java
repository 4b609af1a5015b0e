// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Path;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A peer that lies about ports that it has got. */
final class LyingPortsTest {
  /** Serial 1, no port has failed. */
  private static final String HEAD = "0000000000000001" + "0000000000000000";

  private final BraidPair pair = new BraidPair(1);
  private final Engine liar = pair.near.braid.engine();

  LyingPortsTest() {
    pair.fabric.ports(16);
    pair.near.braid.allowPorts(new PortPlan(1, 1, List.of(1), List.of()));
    pair.far.braid.allowPorts(new PortPlan(1, 1, List.of(), List.of()));
  }

  private void say(byte[] bytes) {
    liar.sender.send(FrameType.PORTS, Tier.VITAL, slot -> {
      MemorySegment.copy(bytes, 0, slot, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return bytes.length;
    });
    pair.settle();
  }

  private static void assertRefused(String reason, String... frames) {
    LyingPortsTest test = new LyingPortsTest();
    for (String frame : frames) {
      assertEquals(List.of(), test.pair.far.failures);
      test.say(HexFormat.of().parseHex(frame));
    }
    assertEquals(1, test.pair.far.failures.size(), reason);
    String cause = test.pair.far.failures.getFirst();
    assertTrue(cause.startsWith("the peer broke the protocol: "), cause);
    assertTrue(cause.contains(reason), () -> "expected " + reason + " in: " + cause);
    test.pair.closeAndCheck();
  }

  @Test
  void listsThatMakeNoSenseAreRefused() {
    assertRefused("PORTS of a wrong length", "0000000000000001");
    assertRefused("cut short", HEAD + "00");
    assertRefused("cut short", HEAD + "0001" + "0001");
    assertRefused("cut short", HEAD + "0001" + "0001" + "0002" + "01");
    assertRefused("cut short", HEAD + "0002" + "0001" + "0001" + "01");
    assertRefused("1 bytes behind", HEAD + "0001" + "0001" + "0001" + "01" + "00");
    assertRefused("1 bytes behind", HEAD + "0000" + "00");
    assertRefused("port 2 after 1", HEAD + "0001" + "0002" + "0001" + "02");
    assertRefused("port 1 behind port 1", HEAD + "0002" + "00010001" + "01" + "00010001" + "01");
    assertRefused("port 0 behind port 1", HEAD + "0002" + "00010001" + "01" + "00000001" + "00");
    assertRefused("address of 0 bytes", HEAD + "0001" + "0001" + "0000");
    assertRefused("address of 49 bytes", HEAD + "0001" + "0001" + "0031" + "00".repeat(49));
  }

  @Test
  void listsThatAreTooLongAreRefused() {
    StringBuilder all = new StringBuilder();
    for (int port = 1; port < 17; port++) {
      all.append(String.format("%04x0001%02x", port, port));
    }
    assertRefused("port 16", HEAD + "0010" + all);
    assertRefused("port 65535 behind", HEAD + "0001" + "ffff" + "0001" + "ff");
  }

  @Test
  void addressesThatTheProviderRefusesAreALie() {
    assertRefused("the address of another port", HEAD + "0001" + "0001" + "0001" + "07");
    assertRefused("the address of another port", HEAD + "0001" + "0000" + "0001" + "01");
    assertRefused("the address of another port", HEAD + "0001" + "0001" + "0003" + "010101");
  }

  @Test
  void portsNeverGoAway() {
    String two = HEAD + "0002" + "0001" + "0001" + "01" + "0002" + "0001" + "02";
    String later = "0000000000000002" + "0000000000000000";
    assertRefused("port 1 is told of no more", two, later);
    assertRefused("port 1 is told of no more", two, later + "0001" + "0002" + "0001" + "02");
    assertRefused("port 2 is told of no more", two, later + "0001" + "0001" + "0001" + "01");
  }

  /** A port that moves and moves costs its own paths, and nobody anything else. */
  @Test
  void floodOfAddressesCostsTheLiarItsOwnStrands() {
    for (int serial = 1; serial <= 200; serial++) {
      String list = String.format("0001" + "0000" + "0002" + "00%02x", serial % 100);
      say(HexFormat.of().parseHex(String.format("%016x", serial) + "0000000000000000" + list));
    }
    assertEquals(List.of(), pair.far.failures);
    assertEquals(1, pair.far.braid.engine().strands.size(), pair::toString);
    assertEquals(1, pair.far.braid.engine().core.ports.remote());
    pair.closeAndCheck();
  }

  @Test
  void floodOfListsAddsNothing() {
    for (int serial = 1; serial <= 2000; serial++) {
      String list = "0002" + "0001" + "0001" + "01" + "0002" + "0001" + "02";
      say(HexFormat.of().parseHex(String.format("%016x", serial) + "0000000000000000" + list));
    }
    assertEquals(List.of(), pair.far.failures);
    assertEquals(3, pair.far.braid.engine().core.ports.remote());
    assertEquals(1, pair.far.braid.engine().strands.size(), "only the opener opens paths");
    pair.closeAndCheck();
  }

  @Test
  void sideThatExpectsNoPortsRefusesThem() {
    BraidPair plain = new BraidPair(1);
    byte[] bytes = HexFormat.of().parseHex(HEAD + "0001" + "0001" + "0001" + "01");
    plain.near.braid.engine().sender.send(FrameType.PORTS, Tier.VITAL, slot -> {
      MemorySegment.copy(bytes, 0, slot, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return bytes.length;
    });
    plain.settle();
    assertEquals(1, plain.far.failures.size(), plain::toString);
    plain.closeAndCheck();
  }

  @Test
  void framesAboutForgottenPathsAreAnsweredOrIgnoredIfTheirLifeCanBeOver() {
    nameUntoldPaths();
    Path forgotten = new Path(15, 0, 2);
    assertNull(pair.far.braid.engine().strands.find(forgotten.reversed()));
    say(FrameType.FENCE, forgotten, 1, PathEpoch.BYTES);
    assertEquals(1, pair.far.count(Counter.FENCES_ANSWERED), pair::toString);
    say(FrameType.FENCE_ACK, forgotten, 1, Fencing.ANSWER_BYTES);
    say(FrameType.READY, forgotten, 1, PathEpoch.BYTES);
    assertEquals(List.of(), pair.far.failures, pair::toString);
    assertEquals(List.of(), pair.near.failures, "nor is the answer a lie");
    say(FrameType.FENCE, forgotten, 2, PathEpoch.BYTES);
    assertEquals(1, pair.far.failures.size(), pair::toString);
    assertTrue(pair.far.failures.getFirst().contains("an unknown path"), pair::toString);
    pair.closeAndCheck();
  }

  private void say(FrameType type, Path path, int epoch, int bytes) {
    liar.sender.send(type, Tier.VITAL, slot -> {
      slot.asSlice(0, bytes).fill((byte) 0);
      new PathEpoch(path, epoch).encode(slot, 0);
      return bytes;
    });
    pair.settle();
  }

  @Test
  void openerThatNamesPortsWhichItNeverToldOfIsRefusedPathByPath() {
    nameUntoldPaths();
    assertEquals(List.of(), pair.far.failures, pair::toString);
    assertEquals(64, pair.far.braid.snapshot().paths().size(), pair::toString);
    assertEquals(198, pair.far.count(Counter.REBUILDS_REFUSED), pair::toString);
    pair.closeAndCheck();
  }

  /** With more labels than there are places for paths. */
  private void nameUntoldPaths() {
    pair.fabric.ports(2);
    for (int label = 2; label < 200; label++) {
      StrandOffer offer = new StrandOffer(new Path(15, 0, label), 1, new byte[8]);
      liar.core.ports.fail(1L << 15, 0); // So that the next one has a place.
      liar.strands.add(offer.path()).epoch = 1; // Or it would take the answer for a lie.
      liar.sender.send(FrameType.REBUILD, Tier.VITAL, slot -> {
        offer.encode(slot.asByteBuffer());
        return offer.encodedBytes();
      });
      pair.settle();
    }
  }

  @Test
  void everyMutatedListIsRefusedOrHarmless() {
    int refused = 0;
    for (int seed = 0; seed < 1000; seed++) {
      LyingPortsTest test = new LyingPortsTest();
      Randomness randomness = Randomness.seeded(seed);
      byte[] bytes =
          HexFormat.of().parseHex(HEAD + "0003" + "0001000101" + "0002000102" + "0003000103");
      for (int change = randomness.nextInt(4); change >= 0; change--) {
        bytes[randomness.nextInt(bytes.length)] = (byte) randomness.nextInt();
      }
      test.say(bytes);
      test.pair.advance(Roads.SECOND);
      for (String cause : test.pair.far.failures) {
        assertTrue(cause.startsWith("the peer broke the protocol: "), cause);
        refused++;
      }
      test.pair.closeAndCheck();
    }
    assertTrue(refused > 300 && refused < 1000, "refused " + refused);
  }
}
