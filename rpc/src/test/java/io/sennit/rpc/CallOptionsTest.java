// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.stream.OpenCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallOptionsTest {
  private static long openedWith(Duration timeout, long spentNanos) {
    return CallOptions.DEFAULTS.withTimeout(timeout).open("a/b", spentNanos).timeoutNanos();
  }

  @Test
  void aTimeoutBeyondNanosecondsIsNone() {
    for (Duration endless : List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofDays(400_000))) {
      assertEquals(OpenCall.NO_TIMEOUT, openedWith(endless, 5), endless.toString());
    }
  }

  @Test
  void aTimeoutLongPastIsPastHoweverLongItTookToConnect() {
    for (Duration past : List.of(Duration.ofSeconds(Long.MIN_VALUE), Duration.ofNanos(-1))) {
      for (long spentNanos : new long[] {0, 1, 10_000_000_000L}) {
        long left = openedWith(past, spentNanos);
        assertTrue(left <= 0, past + " after " + spentNanos + ": " + left);
      }
    }
  }

  @Test
  void whatConnectingTookIsTakenOff() {
    assertEquals(7_000, openedWith(Duration.ofNanos(10_000), 3_000));
  }

  @Test
  void otherTimesMayBeEndlessToo() {
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
    RpcServer.builder().drain(endless);
    RpcClient.to("localhost:1").drain(endless);
  }
}
