// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import org.junit.jupiter.api.Test;

final class InboundCreditTest {
  private static final long MIB = 1 << 20;

  @Test
  void beginsWithAFewMessagesWhateverTheirLengthWillBe() {
    InboundCredit credit = new InboundCredit();
    int first = credit.takeRequest();
    assertEquals(2, first);
    assertEquals(0, credit.takeRequest(), "asked again though nothing arrived");
  }

  @Test
  void asksForOneAheadOfALongMessageBeingRead() {
    InboundCredit credit = new InboundCredit();
    int outstanding = credit.takeRequest();
    for (; outstanding > 0; outstanding--) {
      credit.onReceived(4 * MIB);
      credit.onRead(4 * MIB);
    }
    assertEquals(2, credit.takeRequest());
    credit.onReceived(4 * MIB);
    assertEquals(0, credit.takeRequest(), "one is unread and one on its way");
    credit.onRead(4 * MIB);
    assertEquals(1, credit.takeRequest());
  }

  @Test
  void stopsAskingWhileTheApplicationDoesNotRead() {
    InboundCredit credit = new InboundCredit();
    long unread = 0;
    int outstanding = credit.takeRequest();
    for (int i = 0; i < 1_000 && outstanding > 0; i++) {
      credit.onReceived(32 * 1024);
      unread += 32 * 1024;
      outstanding += credit.takeRequest() - 1;
    }
    assertEquals(0, outstanding, "still asking with " + unread + " bytes unread");
    assertTrue(unread <= 2 * InboundCredit.WINDOW_BYTES, "unread " + unread);
  }

  @Test
  void neverStallsAndNeverAsksWithoutBound() {
    for (long seed = 1; seed <= 200; seed++) {
      Randomness random = Randomness.seeded(seed);
      InboundCredit credit = new InboundCredit();
      int outstanding = credit.takeRequest();
      for (int step = 0; step < 200; step++) {
        String at = "seed " + seed + ", step " + step + ", outstanding " + outstanding;
        assertTrue(outstanding > 0, "stalled: " + at);
        assertTrue(outstanding <= InboundCredit.MAX_OUTSTANDING, "unbounded: " + at);
        long bytes = 1L << random.nextInt(23);
        credit.onReceived(bytes);
        outstanding--;
        outstanding += credit.takeRequest();
        credit.onRead(bytes);
        outstanding += credit.takeRequest();
      }
    }
  }
}
