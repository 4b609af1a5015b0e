// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.rpc.Body;
import org.junit.jupiter.api.Test;

/** Messages of one stream take room in the windows in their own order. */
class WindowOrderTest {
  private static final int EAGER = 30_000;
  private static final int LONG = 100_000;

  /** One message of each stream ahead, two eager ones of the session. */
  private final Ends ends = Ends.ready(Configs.windows(2 * EAGER, 1, 2 * EAGER));

  @Test
  void aLongMessageDoesNotTakeTheRoomOfTheEagerOneBeforeIt() {
    StreamProbe firstServer = ends.acceptNext();
    StreamProbe first = ends.open(OpenCall.of("a/1"));
    first.stream().sendMessage(Body.wrap(new byte[EAGER]));
    ends.settle();
    StreamProbe secondServer = ends.acceptNext();
    StreamProbe second = ends.open(OpenCall.of("a/2"));
    second.stream().sendMessage(Body.wrap(new byte[EAGER]));
    ends.settle();
    StreamProbe thirdServer = ends.acceptNext();
    StreamProbe third = ends.open(OpenCall.of("a/3"));
    third.stream().sendMessage(Body.wrap(new byte[EAGER]));
    third.stream().sendMessage(Body.wrap(new byte[LONG]));
    third.stream().halfClose();
    ends.settle();
    assertEquals(0, thirdServer.messages.size(), "the session's window is full");
    firstServer.stream().request(1);
    secondServer.stream().request(1);
    thirdServer.stream().request(2);
    ends.settle();
    assertEquals(1, firstServer.messages.size(), firstServer.events::toString);
    assertEquals(1, secondServer.messages.size(), secondServer.events::toString);
    assertEquals(2, thirdServer.messages.size(), thirdServer.events::toString);
    assertEquals(EAGER, thirdServer.messages.getFirst().length);
    assertEquals(LONG, thirdServer.messages.getLast().length);
  }
}
