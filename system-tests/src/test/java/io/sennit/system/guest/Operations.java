// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Every operation of a reliable connection, once from each side, with rxe as the other. */
final class Operations {
  /** No multiple of any MTU, nor of four; Wireshark takes a SEND of fewer bytes than four amiss. */
  private static final int LENGTH = 200_123;

  private static final int FROM = 0;
  private static final int TO = 1 << 19;
  private static final int IMMEDIATE = 0x1234_5678;
  private static final int PIECE_BYTES = 1_000;

  private final Addresses addresses;
  private final int mtuBytes;
  private final int pieceBytes;

  private Operations(Addresses addresses, int mtuBytes, int pieceBytes) {
    this.addresses = addresses;
    this.mtuBytes = mtuBytes;
    this.pieceBytes = pieceBytes;
  }

  Operations(Addresses addresses, int mtuBytes) {
    this(addresses, mtuBytes, LENGTH);
  }

  /**
   * The same where packets are lost: what rxe sends are messages of one packet. When one of several
   * is lost, the rxe of Linux 6.1 may send the rest under numbers that are off by one, and then
   * rightly loses its connection.
   */
  static Operations withLoss(Addresses addresses) {
    return new Operations(addresses, 1024, PIECE_BYTES);
  }

  /** The two ends of one connection. */
  private record Ends(RoceSide side, VerbsPeer peer, int pieceBytes) {
    /** A request of ours on the peer's memory. */
    WorkCompletion ours(Opcode opcode, long offset, long remoteOffset, int length) {
      side.post(request(opcode, offset, remoteOffset, length));
      return side.next();
    }

    WorkRequest request(Opcode opcode, long offset, long remoteOffset, int length) {
      return side.request(opcode, 9)
          .local(side.memory, offset, length)
          .remote(peer.memoryAddress + remoteOffset, peer.memoryKey);
    }

    /** A request of the peer's on our memory, which we serve. */
    void theirs(String kind, long offset, long ourOffset, Object... rest) throws Exception {
      StringBuilder line = new StringBuilder("do " + kind + " " + offset + " ");
      line.append(kind.equals("swap") || kind.equals("add") ? 8 : LENGTH);
      line.append(' ').append(side.memory.address() + ourOffset);
      line.append(' ').append(Integer.toUnsignedString(side.memory.remoteKey()));
      for (Object each : rest) {
        line.append(' ').append(each);
      }
      ask(line.toString());
    }

    /** The same in pieces. */
    void theirWrites(long offset, long ourOffset) throws Exception {
      ask("pieces write " + offset + " " + LENGTH + " " + pieceBytes + " "
          + (side.memory.address() + ourOffset) + " "
          + Integer.toUnsignedString(side.memory.remoteKey()));
    }

    /** Their SENDs of pieces, each with a receive of its own here. */
    void theirSends(long offset, long ourOffset) throws Exception {
      int count = 0;
      for (int at = 0; at < LENGTH; at += pieceBytes) {
        side.postReceive(count++, ourOffset + at, Math.min(pieceBytes, LENGTH - at));
      }
      ask("pieces send " + offset + " " + LENGTH + " " + pieceBytes + " 0 0");
      int bytes = 0;
      for (int id = 0; id < count; id++) {
        WorkCompletion completion = side.next();
        require("SEND from rxe", "RECEIVE " + id, completion.opcode() + " " + completion.id());
        bytes += completion.byteLength();
      }
      require("bytes of rxe's SENDs", LENGTH, bytes);
    }

    void fillOurs(long offset, int seed) {
      MemorySegment.copy(
          MemorySegment.ofArray(VerbsPeer.pattern(LENGTH, seed)),
          0,
          side.memory.segment(),
          offset,
          LENGTH);
    }

    void fillTheirs(long offset, int seed) throws Exception {
      side.whileServing(() -> peer.ask("fill " + offset + " " + LENGTH + " " + seed));
    }

    void checkOurs(String what, long offset, int seed) {
      MemorySegment expected = MemorySegment.ofArray(VerbsPeer.pattern(LENGTH, seed));
      long at = MemorySegment.mismatch(
          expected, 0, LENGTH, side.memory.segment(), offset, offset + LENGTH);
      require(what + ": our bytes differ from", -1L, at);
    }

    void checkTheirs(String what, long offset, int seed) throws Exception {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(VerbsPeer.pattern(LENGTH, seed));
      String said = side.whileServing(() -> peer.ask("hash " + offset + " " + LENGTH));
      require(what + ": hash of rxe's bytes", HexFormat.of().formatHex(hash), said);
    }

    String ask(String line) throws Exception {
      return side.whileServing(() -> peer.ask(line));
    }
  }

  private static void require(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new IllegalStateException(what + ": " + actual + ", not " + expected);
    }
  }

  /** All of them, between the addresses of one kind with one path MTU. */
  void run() throws Exception {
    try (RoceSide side = new RoceSide(addresses.own, addresses.guest);
        VerbsPeer peer = VerbsPeer.start(addresses, side, mtuBytes)) {
      Ends link = new Ends(side, peer, pieceBytes);
      writes(link);
      reads(link);
      sends(link);
      ourImmediates(link);
      if (pieceBytes == LENGTH) {
        theirImmediates(link);
      }
      ourAtomics(link);
      theirAtomics(link);
    }
  }

  private static void writes(Ends link) throws Exception {
    link.fillOurs(FROM, 1);
    link.ours(Opcode.WRITE, FROM, TO, LENGTH);
    link.checkTheirs("WRITE from here", TO, 1);
    link.fillTheirs(FROM, 2);
    link.theirWrites(FROM, TO);
    link.checkOurs("WRITE from rxe", TO, 2);
  }

  private static void reads(Ends link) throws Exception {
    link.fillTheirs(FROM, 3);
    link.ours(Opcode.READ, TO, FROM, LENGTH);
    link.checkOurs("READ from here", TO, 3);
    link.fillOurs(FROM, 4);
    link.theirs("read", TO, FROM);
    link.checkTheirs("READ from rxe", TO, 4);
  }

  private static void sends(Ends link) throws Exception {
    link.fillOurs(FROM, 5);
    link.ask("receive " + TO + " " + LENGTH);
    link.ours(Opcode.SEND, FROM, 0, LENGTH);
    require("rxe received", LENGTH + " -1", link.ask("received"));
    link.checkTheirs("SEND from here", TO, 5);
    link.fillTheirs(FROM, 6);
    link.theirSends(FROM, TO);
    link.checkOurs("SEND from rxe", TO, 6);
  }

  private static void ourImmediates(Ends link) throws Exception {
    link.fillOurs(FROM, 7);
    link.ask("receive 0 0");
    link.side.post(
        link.request(Opcode.WRITE_WITH_IMMEDIATE, FROM, TO, LENGTH).immediate(IMMEDIATE));
    link.side.next();
    require("rxe received", LENGTH + " " + IMMEDIATE, link.ask("received"));
    link.checkTheirs("WRITE with immediate from here", TO, 7);
  }

  private static void theirImmediates(Ends link) throws Exception {
    link.fillTheirs(FROM, 8);
    link.side.postReceive(2, 0, 0);
    link.theirs("write_imm", FROM, TO, IMMEDIATE);
    WorkCompletion completion = link.side.next();
    require("WRITE with immediate from rxe", IMMEDIATE, completion.immediate());
    link.checkOurs("WRITE with immediate from rxe", TO, 8);
    link.side.postReceive(3, TO, LENGTH);
    link.theirs("send_imm", FROM, 0, IMMEDIATE);
    require("SEND with immediate from rxe", IMMEDIATE, link.side.next().immediate());
  }

  private static void ourAtomics(Ends link) throws Exception {
    link.ask("set 0 40");
    link.side.post(link.request(Opcode.COMPARE_AND_SWAP, 8, 0, 8).compareAndSwap(40, 50));
    link.side.next();
    require("found by our swap", 40L, ourWord(link, 8));
    link.side.post(link.request(Opcode.FETCH_AND_ADD, 8, 0, 8).add(7));
    link.side.next();
    require("found by our addition", 50L, ourWord(link, 8));
    require("rxe's word", "57", link.ask("word 0"));
  }

  private static void theirAtomics(Ends link) throws Exception {
    link.side.memory.segment().set(ValueLayout.JAVA_LONG, 16, 60);
    link.theirs("swap", 0, 16, 60, 70);
    require("found by rxe's swap", "60", link.ask("word 0"));
    link.theirs("add", 0, 16, 9, 0);
    require("found by rxe's addition", "70", link.ask("word 0"));
    require("our word", 79L, ourWord(link, 16));
  }

  private static long ourWord(Ends link, long offset) {
    return link.side.memory.segment().get(ValueLayout.JAVA_LONG, offset);
  }
}
