// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.RendezvousException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How two processes come together, and what untrusted bytes cannot do. */
public abstract class RendezvousContract extends VerbsContract {
  private CompletionChannel nearChannel;
  private CompletionChannel farChannel;

  /** For subclasses. */
  protected RendezvousContract() {}

  @BeforeEach
  final void openChannels() {
    nearChannel = keep(nearDevice.createCompletionChannel());
    farChannel = keep(farDevice.createCompletionChannel());
  }

  @Test
  void offerAndAnswerAreShort() throws RendezvousException {
    try (Invitation invitation = invite()) {
      int offered = invitation.offer().length;
      assertTrue(offered <= 1024, "offer of " + offered + " bytes");
      Acceptance acceptance = accept(invitation.offer());
      int answered = acceptance.answer().length;
      assertTrue(answered <= 1024, "answer of " + answered + " bytes");
      keep(invitation.complete(acceptance.answer(), patienceNanos()));
    }
  }

  @Test
  void closingACompletedInvitationLeavesItsDomainAlone() throws RendezvousException {
    List<Half> halves = rendezvous(DOMAIN);
    assertDoesNotThrow(() -> useOtherPair(halves));
    succeed(near.write(1, 0, 8, far));
  }

  @Test
  void connectionsReachOnlyTheirOwnPeer() throws RendezvousException {
    Half nearFirst = near;
    Half farFirst = far;
    Half farSecond = rendezvous(DOMAIN).get(1);
    farFirst.receive(1, 0, 8);
    farSecond.receive(2, 0, 8);
    nearFirst.word(0, 11);
    succeed(nearFirst.send(3, 0, 8));
    expect(farFirst, 1, SUCCESS);
    farSecond.drain();
    assertEquals(0, farSecond.word(0), "a message came to the wrong peer");
    assertEquals(1, farSecond.receives.posted());
  }

  @Test
  void garbageIsNoOffer() {
    Randomness random = Randomness.seeded(5);
    for (int length = 0; length <= 1100; length += 1 + length / 8) {
      byte[] garbage = new byte[length];
      random.nextBytes(garbage);
      assertSentence(assertThrows(RendezvousException.class, () -> accept(garbage)));
    }
  }

  @Test
  void cutOrLengthenedOfferIsRefused() throws RendezvousException {
    try (Invitation invitation = invite()) {
      byte[] offer = invitation.offer();
      for (int length = 0; length < offer.length; length++) {
        byte[] cut = Arrays.copyOf(offer, length);
        assertThrows(RendezvousException.class, () -> accept(cut), "cut to " + length + " bytes");
      }
      byte[] longer = Arrays.copyOf(offer, offer.length + 1);
      assertThrows(RendezvousException.class, () -> accept(longer), "one byte more");
    }
  }

  @Test
  void closedInvitationFindsNobody() throws RendezvousException {
    Invitation invitation = invite();
    byte[] offer = invitation.offer();
    invitation.close();
    assertSentence(assertThrows(RendezvousException.class, () -> accept(offer)));
  }

  @Test
  void offerIsGoodForOneAcceptance() throws RendezvousException {
    try (Invitation invitation = invite()) {
      byte[] offer = invitation.offer();
      Acceptance acceptance = accept(offer);
      assertThrows(RendezvousException.class, () -> accept(offer));
      keep(invitation.complete(acceptance.answer(), patienceNanos()));
    }
  }

  /** Each to an invitation of its own, since one wrong answer may end it. */
  @Test
  void garbageIsNoAnswer() throws RendezvousException {
    Randomness random = Randomness.seeded(6);
    for (int length = 0; length <= 1100; length += 1 + length / 4) {
      byte[] garbage = new byte[length];
      random.nextBytes(garbage);
      try (Invitation invitation = invite()) {
        accept(invitation.offer());
        assertRefused(invitation, garbage);
      }
    }
  }

  @Test
  void cutAnswerIsRefused() throws RendezvousException {
    try (Invitation invitation = invite()) {
      byte[] answer = accept(invitation.offer()).answer();
      assertRefused(invitation, Arrays.copyOf(answer, answer.length - 1));
    }
  }

  @Test
  void answerToAnotherInvitationIsRefused() throws RendezvousException {
    try (Invitation first = invite();
        Invitation second = invite()) {
      byte[] answerToFirst = accept(first.offer()).answer();
      accept(second.offer());
      assertRefused(second, answerToFirst);
    }
  }

  @Test
  void answerBeforeAnyAcceptanceIsRefused() throws RendezvousException {
    byte[] strange;
    try (Invitation other = invite()) {
      strange = accept(other.offer()).answer();
    }
    try (Invitation invitation = invite()) {
      assertRefused(invitation, strange);
    }
  }

  @Test
  void channelOfTheInvitedDomainIsTheOneGiven() throws Exception {
    List<Half> halves = rendezvous(DOMAIN);
    useOtherPair(halves);
    near.receive(1, 0, 8);
    assertTrue(near.completions.arm(), "arm() of an empty queue");
    post(farQueue, far.send(2, 0, 8));
    assertTrue(awaitsEvent(near), "no event on the channel given");
    expect(near, 1, SUCCESS);
  }

  private void useOtherPair(List<Half> halves) {
    near = halves.get(0);
    far = halves.get(1);
    nearQueue = near.queuePair(path(0));
    farQueue = far.queuePair(path(0));
    link(nearQueue, farQueue);
  }

  private Invitation invite() throws RendezvousException {
    return nearDevice.invite(DOMAIN, nearChannel);
  }

  private Acceptance accept(byte[] offer) throws RendezvousException {
    Acceptance acceptance = farDevice.accept(offer, DOMAIN, farChannel, shortNanos());
    keep(acceptance.domain());
    return acceptance;
  }

  private void assertRefused(Invitation invitation, byte[] answer) {
    RendezvousException refusal = assertThrows(
        RendezvousException.class,
        () -> keep(invitation.complete(answer, shortNanos())),
        "answer of " + answer.length + " bytes");
    assertSentence(refusal);
  }

  /** Long enough for two threads of one process, short enough for many refusals. */
  private static long shortNanos() {
    return TimeUnit.MILLISECONDS.toNanos(500);
  }

  private static void assertSentence(RendezvousException refusal) {
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.trim().contains(" "), "not a sentence: " + message);
  }
}
