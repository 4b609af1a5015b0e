// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.sennit.roce.EngineCounters.Kind;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkCompletion;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sockets, engine and memory in one thread: nothing is allocated for a packet. How well the JIT
 * avoids an object for each system call, of some 64 packets, depends on what ran before.
 */
final class ShellAllocationTest {
  private static final int PIECE_BYTES = 1 << 18;
  private static final int WARM_UP_PIECES = 3_000;
  private static final int PIECES = 1_000;
  private static final long SMALLEST_OBJECT_BYTES = 16;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final WorkCompletion[] polled = {new WorkCompletion()};

  @ParameterizedTest
  @ValueSource(strings = {"WRITE", "READ"})
  void packetsAllocateNothing(Opcode opcode) throws Exception {
    try (Duo duo = Duo.open(Map.of("addresses", "127.0.0.1"))) {
      move(duo, opcode, WARM_UP_PIECES);
      long packetsBefore = packets(duo);
      long bytesBefore = threads.getCurrentThreadAllocatedBytes();
      move(duo, opcode, PIECES);
      long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
      long packets = packets(duo) - packetsBefore;
      assertTrue(packets > 30_000, packets + " packets");
      assertTrue(
          bytes < SMALLEST_OBJECT_BYTES * packets, bytes + " bytes for " + packets + " packets");
    }
  }

  private static long packets(Duo duo) {
    return duo.near.channel.counters().count(Kind.RECEIVED)
        + duo.far.channel.counters().count(Kind.RECEIVED);
  }

  private void move(Duo duo, Opcode opcode, int pieces) {
    int posted = 0;
    int done = 0;
    while (done < pieces) {
      while (posted < pieces && posted - done < 8) {
        duo.near.post(duo.nearQueue, duo.oneSided(opcode, posted, 0, PIECE_BYTES));
        posted++;
      }
      duo.far.completions.poll(polled);
      if (duo.near.completions.poll(polled) == 1) {
        assertEquals(CompletionStatus.SUCCESS, polled[0].status());
        done++;
      }
    }
  }
}
