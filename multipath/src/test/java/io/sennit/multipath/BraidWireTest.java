// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of docs/WIRE.md, "Braid frames", for ever. */
final class BraidWireTest {
  private static final String SESSION = "000000000000004d";

  @Test
  void framesAreWhatTheyAlwaysWere() {
    assertFrame(
        FrameType.MESSAGE,
        "68656c6c6f",
        "01010000" + "00000003" + SESSION
            + "0000000000000001" + "0000000000000080" + "00000005" + "000000000000000000000000"
            + "68656c6c6f");
    assertFrame(
        FrameType.CREDIT,
        "",
        "01030000" + "00000003" + SESSION + "0000000000000001" + "0000000000000080" + "00000000"
            + "000000000000000000000000");
    assertFrame(
        FrameType.RELEASED,
        "0000000000100000",
        "01040000" + "00000003" + SESSION
            + "0000000000000001" + "0000000000000080" + "00000008" + "000000000000000000000000"
            + "0000000000100000");
    assertFrame(
        FrameType.FENCE,
        "00000000000000010000000100000000",
        "01070000" + "00000003"
            + SESSION + "0000000000000001" + "0000000000000080" + "00000010"
            + "000000000000000000000000" + "0000" + "0000" + "00000001" + "00000001" + "00000000");
  }

  @Test
  void portsThatHaveFailedAreTold() {
    BraidPair pair = new BraidPair(2);
    hold(pair);
    pair.near.braid.onPort(new PortEvent(PortEvent.Kind.PORT_ERROR, 5, 4096));
    pair.near.braid.onPort(new PortEvent(PortEvent.Kind.PORT_ERROR, 0, 4096));
    pair.near.braid.poll(pair.nowNanos);
    assertEquals(
        "010c0000" + "00000003"
            + SESSION + "0000000000000001" + "0000000000000080" + "00000010"
            + "000000000000000000000000" + "0000000000000001" + "0000000000000021",
        sent(pair));
    pair.closeAndCheck();
  }

  @Test
  void doneListsWhatIsUnfinished() {
    BraidPair pair = new BraidPair(2);
    hold(pair);
    Engine engine = pair.near.braid.engine();
    engine.sender.sendDone(Tier.NORMAL, Side.text("ok"), 0x100000, 2);
    assertEquals(
        "01020020" + "00000003" + SESSION + "0000000000000001" + "0000000000000080" + "00000002"
            + "000000000000000000000000"
            + "0000000000100000" + "0001" + "000000000000"
            + "0000" + "0000" + "00000002" + "00000001" + "00000000"
            + "6f6b",
        sent(pair));
    pair.closeAndCheck();
  }

  @Test
  void codesNeverChange() {
    List<String> names =
        Arrays.stream(FrameType.values()).map(type -> type.code() + " " + type).toList();
    assertEquals(
        List.of(
            "1 MESSAGE",
            "2 DONE",
            "3 CREDIT",
            "4 RELEASED",
            "5 PULL_RELEASED",
            "6 DECLINE",
            "7 FENCE",
            "8 FENCE_ACK",
            "9 REBUILD",
            "10 REBUILD_ACK",
            "11 READY",
            "12 PORTS",
            "13 DEMAND",
            "14 ASK",
            "15 RECEIVED"),
        names);
    for (FrameType type : FrameType.values()) {
      assertEquals(type, FrameType.of(type.code()));
    }
  }

  @Test
  void fenceSaysThatAPathIsToRest() {
    byte[] strand = new byte[PathEpoch.BYTES];
    MemorySegment memory = MemorySegment.ofArray(strand);
    new PathEpoch(new Path(1, 2, 3), 4).encode(memory, 0);
    assertFalse(PathEpoch.isResting(memory, 0));
    PathEpoch.setResting(memory, 0);
    assertEquals("0001" + "0002" + "00000003" + "00000004" + "00000001", hex(strand));
    assertTrue(PathEpoch.isResting(memory, 0));
    assertEquals(new PathEpoch(new Path(1, 2, 3), 4), PathEpoch.decode(memory, 0));
  }

  @Test
  void demandKeepsItsBytes() {
    BraidPair pair = new BraidPair(1);
    pair.near.braid.engine().core.movedBytes = 0x1122334455L;
    pair.nowNanos = 0x66778;
    pair.near.braid.poll(pair.nowNanos);
    byte[] frame = new byte[Demand.FRAME_BYTES];
    assertEquals(frame.length, pair.near.braid.engine().demand.write(MemorySegment.ofArray(frame)));
    assertEquals("0000001122334455" + "0000000000066778" + "00000000" + "00000000", hex(frame));
    Demand.Said said = Demand.Said.decode(MemorySegment.ofArray(frame), 0);
    assertEquals(new Demand.Said(0x1122334455L, 0x66778, false), said);
    frame[19] = 1;
    assertTrue(Demand.Said.decode(MemorySegment.ofArray(frame), 0).full());
    pair.closeAndCheck();
  }

  @Test
  void portsKeepTheirBytes() {
    BraidPair pair = new BraidPair(1);
    pair.fabric.ports(4);
    pair.near.braid.allowPorts(new PortPlan(2, 1, List.of(), List.of()));
    hold(pair);
    pair.near.braid.onPort(new PortEvent(PortEvent.Kind.PORT_ERROR, 1, 4096));
    byte[] frame = new byte[64];
    PortStates ports = pair.near.braid.engine().ports;
    assertEquals(16, ports.write(MemorySegment.ofArray(frame)));
    assertEquals("0000000000000001" + "0000000000000002", hex(Arrays.copyOf(frame, 16)));
    pair.near.braid.onPort(new PortEvent(PortEvent.Kind.PORT_ADDED, 2, 4096));
    pair.near.braid.onPort(new PortEvent(PortEvent.Kind.PORT_ADDED, 3, 4096));
    ports.step();
    assertEquals(28, ports.write(MemorySegment.ofArray(frame)));
    assertEquals(
        "0000000000000002" + "0000000000000002" + "0002" + "00020001" + "02" + "00030001" + "03",
        hex(Arrays.copyOf(frame, 28)));
    pair.near.domain.movePort(0);
    pair.near.braid.onPort(new PortEvent(PortEvent.Kind.ADDRESS_CHANGED, 0, 4096));
    ports.step();
    assertEquals(34, ports.write(MemorySegment.ofArray(frame)));
    assertEquals(
        "0000000000000003" + "0000000000000002" + "0003" + "00000002" + "0001" + "00020001" + "02"
            + "00030001" + "03",
        hex(Arrays.copyOf(frame, 34)));
    pair.closeAndCheck();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static void assertFrame(FrameType type, String payload, String expected) {
    BraidPair pair = new BraidPair(2);
    hold(pair);
    byte[] bytes = HexFormat.of().parseHex(payload);
    pair.near.braid.engine().sender.send(type, Tier.VITAL, slot -> {
      MemorySegment.copy(bytes, 0, slot, ValueLayout.JAVA_BYTE, 0, bytes.length);
      return bytes.length;
    });
    assertEquals(expected, sent(pair), type::toString);
    pair.closeAndCheck();
  }

  private static void hold(BraidPair pair) {
    pair.near.domain.path(1).hold();
    pair.near.domain.path(2).hold();
  }

  private static String sent(BraidPair pair) {
    for (StrandPath path : pair.near.braid.engine().strands.all()) {
      Strand strand = path.strand;
      if (strand != null
          && strand.oldest != null
          && strand.oldest.work instanceof MessageSlot slot) {
        return HexFormat.of()
            .formatHex(slot.memory.asSlice(0, slot.length).toArray(ValueLayout.JAVA_BYTE));
      }
    }
    throw new AssertionError("nothing was sent");
  }

  @Test
  void reservedBytesAreIgnored() {
    BraidPair pair = new BraidPair(1);
    pair.near.domain.path(1).rereadSource(true);
    pair.near.domain.path(1).hold();
    pair.near.send("hello");
    Strand strand = pair.near.braid.engine().strands.path(0).strand;
    if (strand != null && strand.oldest != null && strand.oldest.work instanceof MessageSlot slot) {
      slot.memory.asSlice(BraidHeader.RESERVED_OFFSET, 12).fill((byte) -1);
    }
    pair.near.domain.path(1).release();
    pair.settle();
    assertEquals(List.of("hello"), pair.far.messages);
    pair.closeAndCheck();
  }

  @Test
  void strandOfferKeepsItsBytes() {
    StrandOffer offer = new StrandOffer(new Path(1, 65535, 0x3fff), 7, new byte[] {9, 8});
    ByteBuffer bytes = ByteBuffer.allocate(StrandOffer.MAX_ENCODED_BYTES);
    offer.encode(bytes);
    bytes.flip();
    assertEquals(
        "0001ffff00003fff0000000700020908",
        HexFormat.of().formatHex(bytes.array(), 0, bytes.limit()));
    assertEquals(offer, StrandOffer.decode(bytes));
    assertEquals(0, bytes.remaining());
    for (int cut = 0; cut < 16; cut++) {
      ByteBuffer short1 = ByteBuffer.wrap(bytes.array(), 0, cut);
      assertThrows(
          IllegalArgumentException.class, () -> StrandOffer.decode(short1), "cut at " + cut);
    }
    ByteBuffer tooLong = ByteBuffer.allocate(200).putShort(12, (short) 65);
    assertThrows(IllegalArgumentException.class, () -> StrandOffer.decode(tooLong));
  }

  @Test
  void strandOfferWithAllItsQueuePairsKeepsItsBytes() {
    StrandOffer.Addresses addresses =
        new StrandOffer.Addresses(new byte[] {9, 8}, new byte[] {7}, new byte[] {6, 5, 4});
    StrandOffer offer = new StrandOffer(new Path(1, 2, 3), 7, addresses);
    ByteBuffer bytes = ByteBuffer.allocate(StrandOffer.MAX_ENCODED_BYTES);
    offer.encode(bytes);
    bytes.flip();
    assertEquals(
        "00010002" + "00000003" + "00000007" + "00020908" + "000107" + "0003060504",
        HexFormat.of().formatHex(bytes.array(), 0, bytes.limit()));
    assertEquals(offer.encodedBytes(), bytes.limit());
    assertEquals(offer, StrandOffer.decode(bytes));
    ByteBuffer cut = ByteBuffer.wrap(bytes.array(), 0, 23);
    assertThrows(IllegalArgumentException.class, () -> StrandOffer.decode(cut));
  }

  @Test
  void strandForMessagesThatCannotBeProbedIsRefused() {
    byte[] none = {};
    assertThrows(
        IllegalArgumentException.class,
        () -> new StrandOffer.Addresses(new byte[] {9}, none, new byte[] {6}));
  }

  @Test
  void remoteSpanKeepsItsBytes() {
    RemoteSpan span = new RemoteSpan(0x1122334455667788L, 0xa1b2c3d4, 4096, 5);
    byte[] bytes = new byte[RemoteSpan.ENCODED_BYTES];
    span.encode(MemorySegment.ofArray(bytes), 0);
    assertEquals(
        "1122334455667788" + "0000000000001000" + "0000000000000005" + "a1b2c3d4" + "00000000",
        HexFormat.of().formatHex(bytes));
    assertEquals(span, RemoteSpan.decode(MemorySegment.ofArray(bytes), 0));
    bytes[8] = -1;
    assertThrows(
        IllegalArgumentException.class, () -> RemoteSpan.decode(MemorySegment.ofArray(bytes), 0));
  }

  @Test
  void offersThatDoNotMatchAreRefused() {
    BraidPair pair = new BraidPair(2);
    assertThrows(IllegalArgumentException.class, () -> pair.near.braid.connect(List.of()));
    assertThrows(
        IllegalStateException.class, () -> pair.near.braid.offer(List.of(new Path(0, 0, 9))));
    StrandOffer foreign = new StrandOffer(new Path(0, 0, 9), 1, new byte[8]);
    assertThrows(
        IllegalArgumentException.class, () -> pair.near.braid.connect(List.of(foreign, foreign)));
    assertTrue(pair.near.failures.isEmpty(), pair.near.failures::toString);
    pair.closeAndCheck();
  }
}
