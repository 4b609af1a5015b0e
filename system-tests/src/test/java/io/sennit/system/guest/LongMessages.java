// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.verbs.Opcode;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.util.HexFormat;

/** READs and WRITEs of more than 16 MiB, from each side, each as one request of whoever asks. */
final class LongMessages {
  static final int LENGTH = (16 << 20) + 4097;
  private static final int FROM = 0;
  private static final int TO = 17 << 20;
  private static final int MEMORY_BYTES = 2 * TO;

  /**
   * 4.3 s: after a time-out in the middle of a message the rxe of Linux 6.1 may send the rest under
   * numbers that are off by one.
   */
  private static final int ACK_TIMEOUT = 20;

  private final Addresses addresses;
  private final int mtuBytes;

  LongMessages(Addresses addresses, int mtuBytes) {
    this.addresses = addresses;
    this.mtuBytes = mtuBytes;
  }

  /** All of them, over one connection. */
  void run() throws Exception {
    try (RoceSide side = new RoceSide(addresses.own, addresses.guest, MEMORY_BYTES);
        VerbsPeer peer = VerbsPeer.start(addresses, side, mtuBytes, ACK_TIMEOUT)) {
      Ends ends = new Ends(side, peer);
      ends.fillOurs(1);
      ends.ours(Opcode.WRITE, FROM, TO);
      ends.checkTheirs("WRITE from here", 1);
      ends.fillTheirs(2);
      ends.ours(Opcode.READ, TO, FROM);
      ends.checkOurs("READ from here", 2);
      ends.fillTheirs(3);
      ends.theirs("write", FROM, TO);
      ends.checkOurs("WRITE from rxe", 3);
      ends.fillOurs(4);
      ends.theirs("read", TO, FROM);
      ends.checkTheirs("READ from rxe", 4);
    }
  }

  /** The two ends of the connection. */
  private record Ends(RoceSide side, VerbsPeer peer) {
    void ours(Opcode opcode, long offset, long remoteOffset) {
      side.post(side.request(opcode, 1)
          .local(side.memory, offset, LENGTH)
          .remote(peer.memoryAddress + remoteOffset, peer.memoryKey));
      int bytes = side.next().byteLength();
      require(opcode + " from here", LENGTH, bytes);
    }

    void theirs(String kind, long offset, long ourOffset) throws Exception {
      ask("do " + kind + " " + offset + " " + LENGTH + " " + (side.memory.address() + ourOffset)
          + " " + Integer.toUnsignedString(side.memory.remoteKey()));
    }

    void fillOurs(int seed) {
      MemorySegment pattern = MemorySegment.ofArray(VerbsPeer.pattern(LENGTH, seed));
      MemorySegment.copy(pattern, 0, side.memory.segment(), FROM, LENGTH);
    }

    void fillTheirs(int seed) throws Exception {
      ask("fill " + FROM + " " + LENGTH + " " + seed);
    }

    void checkOurs(String what, int seed) {
      MemorySegment expected = MemorySegment.ofArray(VerbsPeer.pattern(LENGTH, seed));
      long at = MemorySegment.mismatch(expected, 0, LENGTH, side.memory.segment(), TO, TO + LENGTH);
      require(what + ": first byte that differs", -1L, at);
    }

    void checkTheirs(String what, int seed) throws Exception {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(VerbsPeer.pattern(LENGTH, seed));
      String said = ask("hash " + TO + " " + LENGTH);
      require(what + ": hash of rxe's bytes", HexFormat.of().formatHex(hash), said);
    }

    private String ask(String line) throws Exception {
      return side.whileServing(() -> peer.ask(line));
    }
  }

  private static void require(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new IllegalStateException(what + ": " + actual + ", not " + expected);
    }
  }
}
