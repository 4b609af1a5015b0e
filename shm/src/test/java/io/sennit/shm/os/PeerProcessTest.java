// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** How a process is watched on kernels that do not give a pidfd with the socket. */
final class PeerProcessTest {
  private static final long SECOND_NANOS = 1_000_000_000;

  @Test
  void aProcessIsWatchedByNumberOnlyWhileItIsConnected() throws Exception {
    int pid = (int) ProcessHandle.current().pid();
    byte[] name = ("sennit-test-" + pid).getBytes(StandardCharsets.US_ASCII);
    try (Arena arena = Arena.ofConfined();
        LocalListener listener = LocalListener.open(name)) {
      LocalSocket accepted;
      Descriptor socket;
      try (LocalSocket dialled = LocalSocket.connect(name, SECOND_NANOS)) {
        dialled.timeout(SECOND_NANOS);
        accepted = listener.accept();
        socket = accepted.doorbell(arena).socket();
        new Descriptor(PeerProcess.openWhileConnected(socket, pid)).close();
        try (PeerProcess peer = accepted.peer()) {
          assertFalse(peer.hasEnded());
        }
      }
      assertThrows(OsException.class, () -> PeerProcess.openWhileConnected(socket, pid));
      accepted.close();
    }
  }
}
