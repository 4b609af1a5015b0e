// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.system.guest.PerftestWire.Keys;
import io.sennit.verbs.Opcode;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One of perftest's bandwidth programs in the guest, and what its other side does here. */
final class Perftest {
  private static final int PORT = 18_516;
  private static final int COUNT = 100;

  /**
   * 1.1 s, so that rxe does not take a busy machine for loss: after a time-out in the middle of a
   * message the one of Linux 6.1 may send the rest under numbers that are off by one.
   */
  private static final int ACK_TIMEOUT = 18;

  private final Program program;
  private final Addresses addresses;
  private final int mtuBytes;

  /** The programs that can be spoken with. */
  enum Program {
    SEND("ib_send_bw", 65_536),
    WRITE("ib_write_bw", 65_536),
    READ("ib_read_bw", 65_536),
    ATOMIC("ib_atomic_bw -A FETCH_AND_ADD", 8);

    private final String command;
    private final int bytes;

    Program(String command, int bytes) {
      this.command = command;
      this.bytes = bytes;
    }

    private Opcode opcode() {
      return switch (this) {
        case SEND -> Opcode.SEND;
        case WRITE -> Opcode.WRITE;
        case READ -> Opcode.READ;
        case ATOMIC -> Opcode.FETCH_AND_ADD;
      };
    }
  }

  Perftest(Program program, Addresses addresses, int mtuBytes) {
    this.program = program;
    this.addresses = addresses;
    this.mtuBytes = mtuBytes;
  }

  private String command() {
    String size = program == Program.ATOMIC ? "" : " -s " + program.bytes;
    return program.command + " -F -d rxe0 -p " + PORT + " -x " + addresses.guestGidIndex() + " -m "
        + mtuBytes + size + " -n " + COUNT + " -u " + ACK_TIMEOUT;
  }

  private Keys own(RoceSide side) {
    return new Keys(
        RoceSide.READS,
        side.queuePair.number(),
        side.firstPsn(),
        side.memory.remoteKey(),
        side.memory.address(),
        Addresses.gid(addresses.own));
  }

  /** The guest's program serves; the requests are ours. */
  void asClient() throws Exception {
    CompletableFuture<String> theirs = GuestAgent.start(command());
    try (RoceSide side = new RoceSide(addresses.own, addresses.guest);
        Socket socket = GuestAgent.connect(Addresses.AGENT, PORT, TimeUnit.SECONDS.toNanos(30))) {
      PerftestWire wire = new PerftestWire(socket, true);
      Keys peer = meet(side, wire);
      request(side, peer);
      finish(side, wire);
      check(side, theirs);
    }
  }

  /** The guest's program is the client; we serve its requests. */
  void asServer() throws Exception {
    try (RoceSide side = new RoceSide(addresses.own, addresses.guest);
        ServerSocket listening = new ServerSocket(PORT, 1, Addresses.IPV4.own)) {
      CompletableFuture<String> theirs =
          GuestAgent.start(command() + " " + Addresses.IPV4.own.getHostAddress());
      listening.setSoTimeout(30_000);
      if (program == Program.SEND) {
        for (int id = 0; id < COUNT; id++) {
          side.postReceive(id, 0, program.bytes);
        }
      }
      try (Socket socket = listening.accept()) {
        socket.setSoTimeout(90_000);
        PerftestWire wire = new PerftestWire(socket, false);
        meet(side, wire);
        for (int id = 0; program == Program.SEND && id < COUNT; id++) {
          int bytes = side.next().byteLength();
          if (bytes != program.bytes) {
            throw new IllegalStateException("message " + id + " has " + bytes + " bytes");
          }
        }
        finish(side, wire);
        check(side, theirs);
      }
    }
  }

  /** All that is exchanged before the requests begin. */
  private Keys meet(RoceSide side, PerftestWire wire) throws Exception {
    int agreed = wire.agree(mtuBytes);
    if (agreed != mtuBytes) {
      throw new IllegalStateException("rxe's path MTU is " + agreed);
    }
    Keys own = own(side);
    Keys peer = wire.exchange(own);
    if (!peer.gid().equals(Addresses.gid(addresses.guest))) {
      throw new IllegalStateException("the peer is " + peer.gid());
    }
    side.connect(peer.queuePair(), peer.psn(), mtuBytes, peer.reads());
    side.whileServing(() -> wire.exchange(own));
    side.whileServing(() -> wire.exchange(own));
    if (program == Program.SEND) {
      side.whileServing(() -> wire.exchange(own));
    }
    return peer;
  }

  private void request(RoceSide side, Keys peer) {
    int posted = 0;
    for (int done = 0; done < COUNT; done++) {
      while (posted < COUNT && side.queuePair.outstanding() < RoceSide.DEPTH) {
        side.post(side.request(program.opcode(), posted++)
            .local(side.memory, 0, program.bytes)
            .remote(peer.memoryAddress(), peer.memoryKey())
            .add(1));
      }
      side.next();
    }
  }

  private void finish(RoceSide side, PerftestWire wire) throws Exception {
    Keys own = own(side);
    side.whileServing(() -> {
      if (program != Program.SEND) {
        wire.exchange(own);
        wire.report(program.bytes, COUNT);
      }
      wire.close(own);
      return own;
    });
  }

  /** The guest's program has ended well, and has printed a line of results. */
  private void check(RoceSide side, CompletableFuture<String> theirs) throws Exception {
    String said = side.whileServing(theirs::get);
    if (!said.replaceAll("\\s+", " ").contains(" " + program.bytes + " " + COUNT + " ")) {
      throw new IllegalStateException(program.command + " says: " + said);
    }
  }
}
