// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.roce.PeerAttributes;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What rdma-core's {@code ibv_rc_pingpong} and {@code ibv_uc_pingpong} do, on either side of them:
 * a line of text each way over TCP, then messages of which each answers the one before.
 */
final class PingPong {
  static final int PORT = 18_515;
  static final int LINE_BYTES = 52;
  private static final int MESSAGE_BYTES = 8_000;
  private static final int MESSAGES = 100;
  private static final int RECEIVES = 16;
  private static final int PAGE_BYTES = 4_096;
  private static final byte FILLING = 0x7b;
  static final byte[] DONE = {'d', 'o', 'n', 'e', 0};
  private static final long SEND_AT = RoceSide.MEMORY_BYTES / 2;

  private final Addresses addresses;
  private final int mtuBytes;
  private final Transport transport;

  PingPong(Transport transport, Addresses addresses, int mtuBytes) {
    this.transport = transport;
    this.addresses = addresses;
    this.mtuBytes = mtuBytes;
  }

  /** The service that a program's messages use. */
  enum Transport {
    RELIABLE("ibv_rc_pingpong"),
    UNRELIABLE("ibv_uc_pingpong");

    private final String program;

    Transport(String program) {
      this.program = program;
    }
  }

  /** A side of the connection as the line of text has it. */
  record Destination(int queuePair, int psn, String gid) {
    byte[] line() {
      String text = "0000:%06x:%06x:%s".formatted(queuePair, psn, gid);
      return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), LINE_BYTES);
    }

    static Destination parse(byte[] line) {
      String[] fields =
          new String(line, 0, LINE_BYTES - 1, StandardCharsets.US_ASCII).split(":", -1);
      return new Destination(
          Integer.parseInt(fields[1], 16), Integer.parseInt(fields[2], 16), fields[3]);
    }
  }

  private String command() {
    return transport.program + " -d rxe0 -e -c -g " + addresses.guestGidIndex() + " -m " + mtuBytes
        + " -s " + MESSAGE_BYTES + " -n " + MESSAGES;
  }

  /** The guest's program is the server. */
  void asClient() throws Exception {
    CompletableFuture<String> theirs = GuestAgent.start(command());
    try (RoceSide side = prepared()) {
      try (Socket socket =
          GuestAgent.connect(Addresses.AGENT, PORT, TimeUnit.SECONDS.toNanos(30))) {
        socket.getOutputStream().write(own(side).line());
        connect(side, read(socket, LINE_BYTES));
        socket.getOutputStream().write(DONE);
      }
      send(side);
      exchange(side);
      checkOwn(side);
      checkTheirs(side.whileServing(theirs::get));
    }
  }

  /** The guest's program is the client. */
  void asServer() throws Exception {
    try (RoceSide side = prepared();
        ServerSocket listening = new ServerSocket(PORT, 1, addresses.own)) {
      InetAddress own = addresses.own;
      CompletableFuture<String> theirs = GuestAgent.start(command() + " " + own.getHostAddress());
      listening.setSoTimeout(30_000);
      try (Socket socket = listening.accept()) {
        socket.setSoTimeout(30_000);
        connect(side, read(socket, LINE_BYTES));
        socket.getOutputStream().write(own(side).line());
        side.whileServing(() -> read(socket, DONE.length));
      }
      exchange(side);
      checkOwn(side);
      checkTheirs(side.whileServing(theirs::get));
    }
  }

  private RoceSide prepared() {
    RoceSide side = new RoceSide(addresses.own, addresses.guest);
    MemorySegment sent = side.memory.segment().asSlice(SEND_AT, MESSAGE_BYTES).fill(FILLING);
    for (int at = 0; at < MESSAGE_BYTES; at += PAGE_BYTES) {
      sent.set(ValueLayout.JAVA_BYTE, at, (byte) 0); // what its check asks for
    }
    for (int id = 0; id < RECEIVES; id++) {
      side.postReceive(id, 0, MESSAGE_BYTES);
    }
    return side;
  }

  private Destination own(RoceSide side) {
    String gid = Addresses.gid(addresses.own);
    return switch (transport) {
      case RELIABLE -> new Destination(side.queuePair.number(), side.firstPsn(), gid);
      case UNRELIABLE -> new Destination(side.unreliable.number(), side.unreliable.firstPsn(), gid);
    };
  }

  private void connect(RoceSide side, byte[] line) {
    Destination peer = Destination.parse(line);
    if (!peer.gid.equals(Addresses.gid(addresses.guest))) {
      throw new IllegalStateException("the peer is at " + peer.gid);
    }
    switch (transport) {
      case RELIABLE -> side.connect(peer.queuePair, peer.psn, mtuBytes, 1);
      case UNRELIABLE ->
        side.unreliable.connect(PeerAttributes.unreliable(peer.queuePair, peer.psn, mtuBytes));
    }
  }

  static byte[] read(Socket socket, int bytes) throws IOException {
    byte[] read = new byte[bytes];
    new DataInputStream(socket.getInputStream()).readFully(read);
    return read;
  }

  private void send(RoceSide side) {
    WorkRequest request = side.request(Opcode.SEND, 0).local(side.memory, SEND_AT, MESSAGE_BYTES);
    switch (transport) {
      case RELIABLE -> side.post(request);
      case UNRELIABLE -> RoceSide.check(side.unreliable.post(request), request);
    }
  }

  /** Sends one message for each that comes, until there were enough each way. */
  private void exchange(RoceSide side) {
    int sent = side.queuePair.outstanding() + side.unreliable.outstanding();
    int completed = 0;
    int received = 0;
    while (completed < MESSAGES || received < MESSAGES) {
      var completion = side.next();
      if (completion.opcode() == Opcode.SEND) {
        completed++;
        continue;
      }
      if (completion.byteLength() != MESSAGE_BYTES) {
        throw new IllegalStateException(completion.byteLength() + " bytes came");
      }
      received++;
      side.postReceive(completion.id(), 0, MESSAGE_BYTES);
      if (sent < MESSAGES) {
        sent++;
        send(side);
      }
    }
  }

  private static void checkOwn(RoceSide side) {
    long mismatch = MemorySegment.mismatch(
        side.memory.segment(),
        0,
        MESSAGE_BYTES,
        side.memory.segment(),
        SEND_AT,
        SEND_AT + MESSAGE_BYTES);
    if (mismatch >= 0) {
      throw new IllegalStateException("byte " + mismatch + " of the last message is wrong");
    }
  }

  private static void checkTheirs(String said) {
    checkTheirs(said, MESSAGES);
  }

  /** What a program says when all is well. */
  static void checkTheirs(String said, int messages) {
    if (said.contains("invalid data") || !said.contains(messages + " iters in")) {
      throw new IllegalStateException("the other side says: " + said);
    }
  }
}
