// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.PacketOpcode.ATOMIC_ACKNOWLEDGE;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_FIRST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_LAST;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_MIDDLE;
import static io.sennit.roce.wire.PacketOpcode.READ_RESPONSE_ONLY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Every run of answers to a READ, against IBTA's rule: FIRST, MIDDLE and LAST, or ONLY, all but the
 * last full. Of what is right the data is taken; the first that is wrong ends the queue pair.
 */
final class ReadAnswersTest {
  private static final int MTU = Victim.MTU;
  private static final int SHORT = 8;
  private static final int MOST_PACKETS = 4;
  private static final int MOST_ANSWERS = 5;

  private static final List<PacketOpcode> OPCODES = List.of(
      READ_RESPONSE_FIRST,
      READ_RESPONSE_MIDDLE,
      READ_RESPONSE_LAST,
      READ_RESPONSE_ONLY,
      ATOMIC_ACKNOWLEDGE);

  private static final List<Integer> PAYLOADS =
      List.of(0, 4, SHORT, SHORT + 4, MTU - 4, MTU, MTU + 4, MTU + 84);

  /** One answer, behind those before it. */
  private record Answer(PacketOpcode opcode, int payloadBytes) {
    Forgery forged(Victim victim, int ahead) {
      boolean plain = opcode == READ_RESPONSE_MIDDLE;
      Forgery forgery = victim.answer(opcode, ahead, payloadBytes);
      return plain ? forgery : forgery.aeth(Aeth.ACK);
    }
  }

  /** The right answer to a packet of a READ that ends with a short one. */
  private static Answer right(int index, int packets) {
    boolean last = index == packets - 1;
    PacketOpcode opcode = index == 0
        ? (last ? READ_RESPONSE_ONLY : READ_RESPONSE_FIRST)
        : (last ? READ_RESPONSE_LAST : READ_RESPONSE_MIDDLE);
    return new Answer(opcode, last ? SHORT : MTU);
  }

  private static Victim asking(int packets) {
    Victim victim = new Victim();
    int bytes = (packets - 1) * MTU + SHORT;
    victim.side.post(victim.side.request(Opcode.READ, 1, 0, bytes, victim.side));
    victim.sent();
    return victim;
  }

  /** Each opcode with each length in each place behind what is right. */
  @Test
  void firstWrongAnswerEndsTheQueuePair() {
    for (int packets = 1; packets <= MOST_PACKETS; packets++) {
      for (int at = 0; at < packets; at++) {
        for (PacketOpcode opcode : OPCODES) {
          for (int payloadBytes : PAYLOADS) {
            Answer answer = new Answer(opcode, payloadBytes);
            boolean wrong = !answer.equals(right(at, packets));
            int before = at;
            int all = packets;
            List<Answer> answers = new ArrayList<>(
                IntStream.range(0, before).mapToObj(each -> right(each, all)).toList());
            answers.add(answer);
            assertRun(answers, packets, wrong ? at : -1);
          }
        }
      }
    }
  }

  /** Each run of opcodes, each of the length that its place in the READ has. */
  @Test
  void everyRunOfOpcodesButTheRightOneEndsTheQueuePair() {
    for (int packets = 1; packets <= MOST_PACKETS; packets++) {
      for (int run = 0; run < Math.pow(4, MOST_ANSWERS); run++) {
        List<Answer> answers = new ArrayList<>();
        int wrong = -1;
        for (int at = 0, left = run; at < packets && wrong < 0; at++, left /= 4) {
          Answer answer = new Answer(OPCODES.get(left % 4), right(at, packets).payloadBytes());
          answers.add(answer);
          wrong = answer.equals(right(at, packets)) ? -1 : at;
        }
        assertRun(answers, packets, wrong);
      }
    }
  }

  private static void assertRun(List<Answer> answers, int packets, int wrong) {
    Victim victim = asking(packets);
    byte[] expected = victim.side.bytes(0, Victim.MEMORY_BYTES);
    for (int at = 0; at < answers.size(); at++) {
      Forgery forged = answers.get(at).forged(victim, at);
      if (at != wrong) {
        byte[] packet = forged.sent(victim.ends).bytes();
        int from = answers.get(at).opcode().headerBytes();
        System.arraycopy(packet, from, expected, at * MTU, answers.get(at).payloadBytes());
      }
      victim.take(forged);
    }
    victim.sent();
    String completion =
        wrong >= 0 ? "1 BAD_RESPONSE READ 0" : "1 SUCCESS READ " + ((packets - 1) * MTU + SHORT);
    boolean over = wrong >= 0 || answers.size() == packets;
    assertEquals(
        over ? List.of(completion) : List.of(),
        List.copyOf(victim.side.inbox),
        () -> answers + " to " + packets + " packets");
    assertEquals(
        wrong >= 0 ? QueuePairState.ERROR : QueuePairState.READY_TO_SEND,
        victim.side.queuePair.state(),
        answers::toString);
    assertArrayEquals(expected, victim.side.bytes(0, Victim.MEMORY_BYTES), answers::toString);
  }

  /** After a loss both the end of the first run, and a run from where it broke off, may come. */
  @Test
  void bothRunsAreTakenAfterALoss() {
    for (PacketOpcode resumed : List.of(READ_RESPONSE_FIRST, READ_RESPONSE_MIDDLE)) {
      Victim victim = asking(MOST_PACKETS);
      victim.take(right(0, MOST_PACKETS).forged(victim, 0));
      victim.take(right(2, MOST_PACKETS).forged(victim, 2));
      assertEquals(1, victim.sent().size(), "the rest is asked for again");
      victim.take(new Answer(resumed, MTU).forged(victim, 1));
      victim.take(right(2, MOST_PACKETS).forged(victim, 2));
      victim.take(right(3, MOST_PACKETS).forged(victim, 3));
      victim.sent();
      assertEquals(List.of("1 SUCCESS READ 776"), List.copyOf(victim.side.inbox), resumed.name());
    }
  }

  /** What is not asked for anew does not begin anew. */
  @Test
  void runThatBeginsAgainWhereNothingWasAskedEndsTheQueuePair() {
    Victim victim = asking(MOST_PACKETS);
    victim.take(right(0, MOST_PACKETS).forged(victim, 0));
    victim.take(right(2, MOST_PACKETS).forged(victim, 2));
    victim.sent();
    victim.take(new Answer(READ_RESPONSE_FIRST, MTU).forged(victim, 1));
    victim.take(new Answer(READ_RESPONSE_FIRST, MTU).forged(victim, 2));
    victim.sent();
    assertEquals(List.of("1 BAD_RESPONSE READ 0"), List.copyOf(victim.side.inbox));
  }
}
