// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.shm.os.LocalSocket;
import io.sennit.shm.os.OsException;
import io.sennit.shm.os.PeerProcess;
import io.sennit.shm.os.SharedFile;
import io.sennit.verbs.RendezvousException;

/**
 * One end of a local connection while two processes introduce themselves: the socket, the proved
 * process behind it, and the file it sent. Whoever holds it closes it or hands it on.
 */
final class Greeting implements AutoCloseable {
  private final LocalSocket socket;
  private final PeerProcess process;
  private final SharedFile file;

  private Greeting(LocalSocket socket, PeerProcess process, SharedFile file) {
    this.socket = socket;
    this.process = process;
    this.file = file;
  }

  /** What a peer said, before its file is looked at. */
  @FunctionalInterface
  interface Check {
    /** Refuses by throwing. */
    void accept(byte[] message) throws RendezvousException;
  }

  /**
   * Waits for a peer's message with its file, and checks who sent it. Closes the socket on failure.
   */
  static Greeting receive(LocalSocket socket, long timeoutNanos, Check check)
      throws OsException, RendezvousException {
    PeerProcess process = null;
    try {
      socket.timeout(timeoutNanos);
      process = socket.peer();
      checkUser(process.userId());
      byte[] message = new byte[RendezvousWire.HELLO_BYTES];
      LocalSocket.Message received = socket.receive(message);
      SharedFile file = file(received, message, check);
      return new Greeting(socket, process, file);
    } catch (OsException | RendezvousException e) {
      if (process != null) {
        process.close();
      }
      socket.close();
      throw e;
    }
  }

  /** Root may look into every process anyway; other users' memory is none of ours. */
  static void checkUser(int userId) throws RendezvousException {
    int own = PeerProcess.ownUserId();
    if (userId != own && userId != 0) {
      throw new RendezvousException(
          "the peer runs as user " + userId + ", not as " + own + " or root");
    }
  }

  /**
   * Whoever dials can say more than the other side, which hangs up on other users without a word:
   * the two of them must be one, or one of the two will not have the other.
   */
  static void requireSameUser(int own, int peer) throws RendezvousException {
    if (own != peer) {
      throw new RendezvousException(
          "the peer runs as user " + peer + ", this process as user " + own
              + ": shared memory joins processes of one user; run both as the same one, or allow"
              + " another provider");
    }
  }

  private static SharedFile file(LocalSocket.Message received, byte[] message, Check check)
      throws OsException, RendezvousException {
    try {
      if (received.length() != message.length) {
        throw new RendezvousException("the peer hung up during the introduction");
      }
      check.accept(message);
      return SharedFile.received(received
          .file()
          .orElseThrow(() -> new RendezvousException("the peer sent no shared memory")));
    } catch (OsException | RendezvousException e) {
      received.file().ifPresent(descriptor -> descriptor.close());
      throw e;
    }
  }

  LocalSocket socket() {
    return socket;
  }

  PeerProcess process() {
    return process;
  }

  SharedFile file() {
    return file;
  }

  @Override
  public void close() {
    file.close();
    process.close();
    socket.close();
  }
}
