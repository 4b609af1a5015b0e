// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sennit.verbs.MemoryRegion;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Transfers that are wanted in their order, beside one that is wanted by itself. */
final class TransferLineTest {
  private static final int BYTES = 1 << 20;

  private final BraidPair pair = new BraidPair(1);
  private final TransferLine line = new TransferLine();

  private long read(String name, TransferLine in) {
    MemoryRegion source = pair.far.memory(BYTES);
    RemoteSpan loan = pair.far.braid.lend(source, 0, BYTES, () -> {});
    TransferListener told = pair.near.named(name, in);
    return pair.near.braid.read(loan, pair.near.memory(BYTES), 0, BYTES, told);
  }

  private void assertDelivered(String... names) {
    pair.settle();
    List<String> delivered = pair.near.events.stream()
        .filter(event -> event.endsWith(" delivered"))
        .map(event -> event.replace(" delivered", ""))
        .toList();
    assertEquals(List.of(names), delivered, pair.near.events::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void goOneAfterTheOtherAndTakeTurnsWithOthers() {
    read("first", line);
    read("second", line);
    read("third", line);
    read("other", TransferLine.NONE);
    assertDelivered("first", "other", "second", "third");
  }

  @Test
  void withoutALineAllAreDoneAtTheEnd() {
    for (String name : List.of("first", "second", "third", "other")) {
      read(name, TransferLine.NONE);
    }
    pair.near.braid.poll(pair.nowNanos);
    read("late", line);
    assertDelivered("first", "second", "third", "other", "late");
  }

  @Test
  void goOnWhenOneOfThemIsAborted() {
    for (int aborted = 0; aborted < 3; aborted++) {
      TransferLineTest each = new TransferLineTest();
      long[] reads = {
        each.read("0", each.line), each.read("1", each.line), each.read("2", each.line),
      };
      each.pair.near.braid.poll(each.pair.nowNanos);
      each.pair.near.braid.abort(reads[aborted], "not wanted");
      each.read("3", each.line);
      String gone = Integer.toString(aborted);
      each.assertDelivered(
          Stream.of("0", "1", "2", "3").filter(name -> !name.equals(gone)).toArray(String[]::new));
    }
  }

  @Test
  void isFreeForAnotherBraidAfterItsOwnHasFailed() {
    for (String name : List.of("first", "second", "third")) {
      read(name, line);
    }
    pair.near.braid.poll(pair.nowNanos);
    pair.closeAndCheck();
    TransferLineTest later = new TransferLineTest();
    later.read("other", line);
    later.read("last", line);
    later.assertDelivered("other", "last");
  }

  @Test
  void isNotForTwoBraids() {
    read("first", line);
    TransferLineTest other = new TransferLineTest();
    int room = other.pair.near.braid.transferRoom();
    assertThrows(IllegalStateException.class, () -> other.read("second", line));
    assertEquals(room, other.pair.near.braid.transferRoom());
    assertDelivered("first");
  }
}
