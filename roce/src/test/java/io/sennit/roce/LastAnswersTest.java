// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.READ_REQUEST;
import static io.sennit.roce.wire.PacketOpcode.WRITE_ONLY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.QueuePairState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers that the socket has not taken when their queue pair ends. */
final class LastAnswersTest {
  private final Victim victim = new Victim();

  LastAnswersTest() {
    victim.side.node.room = 0;
    victim.take(victim.request(READ_REQUEST, 0, 0).reth(victim.address(), victim.key(), 8));
    assertEquals(List.of(), sent(), "while the socket is full");
  }

  private List<String> sent() {
    return victim.sent().stream()
        .map(packet -> packet.opcode() + " " + packet.psn())
        .toList();
  }

  private List<String> sentWithRoom() {
    victim.side.node.room = Integer.MAX_VALUE;
    return sent();
  }

  private void refuseNext() {
    victim.take(victim.request(WRITE_ONLY, 1, 8).reth(victim.address(), ~victim.key(), 8));
    assertEquals(QueuePairState.ERROR, victim.side.queuePair.state());
  }

  /** A refusal alone would be taken for one of a lost answer, which is then asked for in vain. */
  @Test
  void leaveBeforeTheRefusalOfALaterRequest() {
    refuseNext();
    int psn = Victim.FIRST_PSN;
    assertEquals(List.of("READ_RESPONSE_ONLY " + psn, "ACKNOWLEDGE " + (psn + 1)), sentWithRoom());
  }

  /** IBTA's error state answers nothing; who has called for it tells the peer by other means. */
  @Test
  void areForgottenIfTheOwnSideEndsIt() {
    victim.side.queuePair.toError();
    assertEquals(List.of(), sentWithRoom());
  }

  @Test
  void areForgottenIfARefusedQueuePairIsDestroyed() {
    refuseNext();
    victim.side.queuePair.destroy();
    assertEquals(List.of(), sentWithRoom());
  }
}
