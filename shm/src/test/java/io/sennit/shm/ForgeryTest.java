// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One lie at a time, each aimed at one check: remove the check, and its case fails. (Aimless
 * garbage is in {@link LyingPeerTest}.)
 */
final class ForgeryTest {
  private static final int RECEIVED = CompletionRing.Kind.RECEIVED.code();
  private static final int WIDE_KEY = 0x7fff_f005;
  private static final int WIDE_SLOT = 5;

  /** Writes a completion of receive {@code sequence} where the victim looks for its next one. */
  private static void forge(Half victim, int index, int kind, int sequence, int length) {
    int page = ((ShmSharedReceiveQueue) victim.receives).ringPage();
    forge(victim, index, new int[] {sequence, page, length, 0, kind << 24, 0});
  }

  private static void forge(Half victim, int index, int[] words) {
    InboundCompletions inbound = ((ShmCompletionQueue) victim.completions).inbound();
    MemorySegment file = victim.domain.own().file();
    long entry = CompletionRing.entryAt(inbound.ring(), inbound.depth(), index);
    for (int word = 0; word < words.length; word++) {
      file.set(ValueLayout.JAVA_INT, entry + CompletionRing.RECEIVE + 4L * word, words[word]);
    }
    Words.releaseLong(file, entry + CompletionRing.STAMP, index + 1L);
  }

  private static void assertFailed(Half victim) {
    assertTrue(victim.isQuiet(), "a lie was believed");
    assertTrue(victim.domain.hasFailed(), "a lie went unnoticed");
    assertEquals(QueuePairState.ERROR, victim.queuePair.state());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 8", // no kind
    "9, 0, 8", // no kind either
    "1, 1, 8", // a receive that is not posted
    "1, -1, 8",
    "1, 64, 8", // the slot of a posted receive, in another round
    "1, 0, -1",
    "1, 0, 65", // longer than the receive
    "2, 0, 2147483647"
  })
  void aForgedCompletionEndsTheSession(int kind, int sequence, int length) throws Exception {
    try (Pair pair = Pair.connected()) {
      pair.inviting.receive(5, 0, 64);
      forge(pair.inviting, 0, kind, sequence, length);
      assertFailed(pair.inviting);
    }
  }

  @Test
  void aTrueCompletionOfThatFormIsBelieved() throws Exception {
    try (Pair pair = Pair.connected()) {
      pair.inviting.receive(5, 0, 64);
      forge(pair.inviting, 0, RECEIVED, 0, 64);
      assertEquals(5, pair.inviting.next().id());
      assertFalse(pair.inviting.domain.hasFailed());
    }
  }

  @Test
  void aReceiveCompletesOnlyOnce() throws Exception {
    try (Pair pair = Pair.connected()) {
      pair.inviting.receive(5, 0, 64);
      forge(pair.inviting, 0, RECEIVED, 0, 8);
      forge(pair.inviting, 1, RECEIVED, 0, 8);
      assertEquals(5, pair.inviting.next().id());
      assertFailed(pair.inviting);
    }
  }

  @Test
  void aCompletionNamesAReceiveQueueThatExists() throws Exception {
    try (Pair pair = Pair.connected()) {
      pair.inviting.receive(5, 0, 64);
      forge(pair.inviting, 0, new int[] {0, 1, 8, 0, RECEIVED << 24, 0});
      assertFailed(pair.inviting);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Half.DEPTH + 1, Long.MIN_VALUE, Long.MAX_VALUE})
  void moreReceivesThanTheRingHoldsEndTheSession(long tail) throws Exception {
    try (Pair pair = Pair.connected()) {
      long ring = ((ShmSharedReceiveQueue) pair.accepting.receives).ring();
      pair.accepting.receive(1, 0, 64);
      Words.releaseLong(pair.accepting.domain.own().file(), ring + ReceiveRing.TAIL, tail);
      pair.inviting.send(1, 0, 8);
      assertEquals(CompletionStatus.REMOTE_OPERATION_ERROR, pair.inviting.nextStatus());
      assertFailed(pair.inviting);
    }
  }

  @Test
  void aReceiveOfNegativeLengthEndsTheSession() throws Exception {
    try (Pair pair = Pair.connected()) {
      pair.accepting.receive(1, 0, 64);
      setReceive(pair.accepting, pair.accepting.region.address(), Integer.MIN_VALUE);
      pair.inviting.send(1, 0, 8);
      assertEquals(CompletionStatus.REMOTE_OPERATION_ERROR, pair.inviting.nextStatus());
      assertFailed(pair.inviting);
    }
  }

  private static void setReceive(Half liar, long address, int length) {
    long ring = ((ShmSharedReceiveQueue) liar.receives).ring();
    long entry = ReceiveRing.entryAt(ring, Half.DEPTH, 0);
    MemorySegment file = liar.domain.own().file();
    file.set(ValueLayout.JAVA_LONG, entry + ReceiveRing.ADDRESS, address);
    file.set(ValueLayout.JAVA_INT, entry + ReceiveRing.LENGTH, length);
    file.set(ValueLayout.JAVA_INT, entry + ReceiveRing.ENTRY_KEY, WIDE_KEY);
  }

  /** A key that seems to allow all of the address space. */
  private static void setWideKey(Half liar, long start, long length) {
    long at = liar.domain.own().layout().keyAt(WIDE_SLOT);
    MemorySegment file = liar.domain.own().file();
    file.set(ValueLayout.JAVA_INT, at + Layout.KEY_ACCESS, 0xf);
    file.set(ValueLayout.JAVA_LONG, at + Layout.KEY_ADDRESS, start);
    file.set(ValueLayout.JAVA_LONG, at + Layout.KEY_LENGTH, length);
    file.set(ValueLayout.JAVA_INT, at + Layout.KEY, WIDE_KEY);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -8, 4096, Long.MIN_VALUE, Long.MAX_VALUE - 7, 1L << 45})
  void aReceiveOutsideTheMemoryIsNotFilled(long address) throws Exception {
    try (Pair pair = Pair.connected()) {
      pair.accepting.receive(1, 0, 64);
      setWideKey(pair.accepting, address, Long.MAX_VALUE);
      setReceive(pair.accepting, address, 64);
      pair.inviting.send(1, 0, 8);
      assertEquals(CompletionStatus.REMOTE_OPERATION_ERROR, pair.inviting.nextStatus());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -8, 4096, Long.MIN_VALUE, Long.MAX_VALUE - 7, 1L << 45})
  void aKeyForOtherPlacesOpensNothing(long address) throws Exception {
    for (Opcode opcode : new Opcode[] {Opcode.WRITE, Opcode.READ, Opcode.FETCH_AND_ADD}) {
      try (Pair pair = Pair.connected()) {
        setWideKey(pair.accepting, address, Long.MAX_VALUE);
        Half victim = pair.inviting;
        victim.queuePair.post(victim
            .request
            .reset(opcode, 1)
            .local(victim.region, 0, 8)
            .remote(address & -8, WIDE_KEY));
        assertEquals(CompletionStatus.REMOTE_ACCESS_ERROR, victim.nextStatus(), opcode.toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 2, Long.MIN_VALUE, Long.MAX_VALUE})
  void aHeadThatOvertakesTheTailIsNoticed(long head) throws Exception {
    try (Pair pair = Pair.connected()) {
      Half liar = pair.accepting;
      long ring = liar.domain.own().allocateRing(CompletionRing.bytes(1));
      PeerCompletions completions = pair.inviting.domain.peer().completions(ring, 1);
      PeerReceives receives = pair.inviting
          .domain
          .peer()
          .receives(((ShmSharedReceiveQueue) liar.receives).ring(), Half.DEPTH);
      QueuePairAddress address = QueuePairAddress.decode(liar.queuePair.address());
      PeerQueuePair target = new PeerQueuePair(pair.inviting.domain.peer(), address, 1);
      assertTrue(completions.hasRoom());
      completions.publish(
          CompletionRing.Kind.RECEIVED, receives, target, new CompletionRing.Received(8, 0));
      assertFalse(completions.hasRoom(), "an honest owner has consumed nothing");
      Words.releaseLong(liar.domain.own().file(), ring + CompletionRing.HEAD, head);
      assertThrows(MalformedPeerException.class, completions::hasRoom);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "8, -4096", // where the receives are
    "8, 0",
    "8, 4611686018427387904",
    "16, 4096", // where the completions go
    "16, 4611686018427387904",
    "24, 0", // depths: both at once, in one word
    "24, 12884901891",
    "24, -1",
    "24, 4611686019501129728"
  })
  void aQueuePairWithRingsElsewhereIsNotConnectedTo(long offset, long value) throws Exception {
    try (Pair pair = new Pair()) {
      Half liar = pair.accepting;
      long entry = liar.domain.own().layout().queuePairAt(0);
      liar.domain.own().file().set(ValueLayout.JAVA_LONG, entry + offset, value);
      assertThrows(
          IllegalArgumentException.class,
          () -> pair.inviting.queuePair.connect(liar.queuePair.address()));
    }
  }

  @Test
  void aQueuePairBeyondTheTableIsNotConnectedTo() throws Exception {
    try (Pair pair = new Pair()) {
      int beyond = pair.accepting.domain.own().layout().maxQueuePairs();
      byte[] address = new QueuePairAddress(beyond, 1).encode();
      assertThrows(IllegalArgumentException.class, () -> pair.inviting.queuePair.connect(address));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "8, 0", "8, 1000000", "12, 0", "12, 4097", "16, 5", "24, -4096"})
  void aHeaderThatDoesNotFitItsFileIsRefused(long offset, int value) throws Exception {
    try (Pair pair = new Pair()) {
      MemorySegment file = pair.accepting.domain.own().file();
      assertTrue(Layout.readHeader(file).isPresent());
      file.set(ValueLayout.JAVA_INT, offset, value);
      assertTrue(Layout.readHeader(file).isEmpty(), "offset " + offset + " as " + value);
    }
  }
}
