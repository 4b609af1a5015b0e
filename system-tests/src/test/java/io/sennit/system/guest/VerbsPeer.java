// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import io.sennit.base.Randomness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A queue pair of rxe that does what it is told: the guest's {@code peer.py}. */
final class VerbsPeer implements AutoCloseable {
  private static final int PORT = 18_600;

  /** The time-out of rxe's queue pairs in IBTA's encoding: 268 ms. */
  private static final int ACK_TIMEOUT = 16;

  private static final int BITS_24 = 0xff_ffff;

  final long memoryAddress;
  final int memoryKey;
  private final CompletableFuture<String> program;
  private final Socket socket;
  private final BufferedReader answers;
  private final int queuePairNumber;

  private VerbsPeer(CompletableFuture<String> program, Socket socket) throws IOException {
    this.program = program;
    this.socket = socket;
    answers = new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    String[] hello = ask("hello").split(" ", -1);
    queuePairNumber = Integer.parseInt(hello[0]);
    memoryAddress = Long.parseUnsignedLong(hello[1]);
    memoryKey = Integer.parseUnsignedInt(hello[2]);
  }

  /** Starts the program, with as much memory as here, and connects its queue pair with ours. */
  static VerbsPeer start(Addresses addresses, RoceSide side, int mtuBytes) throws IOException {
    return start(addresses, side, mtuBytes, ACK_TIMEOUT);
  }

  /** The same with another time-out of rxe's. */
  static VerbsPeer start(Addresses addresses, RoceSide side, int mtuBytes, int ackTimeout)
      throws IOException {
    Path script = Path.of(System.getProperty("sennit.guest.scripts"), "peer.py");
    CompletableFuture<String> program = GuestAgent.start(script + " " + PORT + " "
        + Addresses.AGENT.getHostAddress() + " " + addresses.guestGidIndex() + " "
        + side.memory.length());
    Socket socket = GuestAgent.connect(Addresses.AGENT, PORT, TimeUnit.SECONDS.toNanos(60));
    try {
      VerbsPeer peer = new VerbsPeer(program, socket);
      int psn = Randomness.seeded(mtuBytes).nextInt(BITS_24);
      peer.ask("connect " + side.queuePair.number() + " " + side.firstPsn() + " "
          + gidText(addresses) + " " + mtuBytes + " " + psn + " " + ackTimeout);
      side.connect(peer.queuePairNumber, psn, mtuBytes, RoceSide.READS);
      return peer;
    } catch (IOException | RuntimeException e) {
      socket.close(); // which ends the program
      throw e;
    }
  }

  /** Eight groups of hexadecimal digits. */
  private static String gidText(Addresses addresses) {
    return Addresses.gid(addresses.own).replaceAll("(....)(?!$)", "$1:");
  }

  /** Has it do one thing; what it answers. */
  String ask(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    String answer = answers.readLine();
    if (answer == null || answer.startsWith("failed")) {
      throw new IOException("rxe's side, " + line + ": " + answer);
    }
    return answer;
  }

  /** The bytes that its {@code fill} puts somewhere. */
  static byte[] pattern(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = (byte) (at * 31 + (at >> 8) + seed);
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
    program.join();
  }
}
