// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ways to come together with the wrong one. */
final class RendezvousDefects {
  private RendezvousDefects() {}

  static List<Defect> all() {
    return List.of(talkative(), closesItsDomain(), broadcasts(), anyOffer(), anyAnswer());
  }

  private static Defect talkative() {
    return Defect.named("talks-too-much", "an offer has thousands of bytes")
        .invitations((inner, defect) -> new DefectiveInvitation(inner, defect) {
          private int asked;

          @Override
          public byte[] offer() {
            // The first one stays short: the case's own connection is made with it.
            boolean pads = defect.domains().size() >= 2 && asked++ == 0;
            return pads ? Arrays.copyOf(super.offer(), 2000) : super.offer();
          }
        })
        .kills("offerAndAnswerAreShort");
  }

  private static Defect closesItsDomain() {
    return Defect.named("closes-its-domain", "the domain ends with its invitation")
        .invitations((inner, defect) -> new DefectiveInvitation(inner, defect) {
          private @Nullable ProtectionDomain completed;

          @Override
          public ProtectionDomain complete(byte[] answer, long timeoutNanos)
              throws RendezvousException {
            completed = super.complete(answer, timeoutNanos);
            return completed;
          }

          @Override
          public void close() {
            super.close();
            if (completed != null && defect.domains().size() > 2) {
              completed.close();
            }
          }
        })
        .kills("closingACompletedInvitationLeavesItsDomainAlone");
  }

  private static Defect broadcasts() {
    return Defect.named("broadcasts", "a message lands in the memory of every connection")
        .onPost((queue, request) -> {
          if (request.opcode() == Opcode.SEND && request.localRegion() != null) {
            MemorySegment from =
                request.localRegion().segment().asSlice(request.localOffset(), request.length());
            queue
                .domain()
                .defect()
                .regions()
                .forEach(
                    region -> MemorySegment.copy(from, 0, region.segment(), 0, request.length()));
          }
          return queue.inner().post(request);
        })
        .kills("connectionsReachOnlyTheirOwnPeer");
  }

  private static Defect anyOffer() {
    return Defect.named("takes-any-offer", "who shows anything is let in")
        .devices((inner, defect) -> new DefectiveDevice(inner, defect) {
          private final List<Invitation> kept = new ArrayList<>();

          @Override
          public Acceptance accept(
              byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
              throws RendezvousException {
            try {
              return super.accept(offer, config, channel, timeoutNanos);
            } catch (RendezvousException e) {
              Invitation own = invite(config, channel);
              kept.add(own);
              return super.accept(own.offer(), config, channel, timeoutNanos);
            }
          }
        })
        .kills(
            "garbageIsNoOffer",
            "cutOrLengthenedOfferIsRefused",
            "closedInvitationFindsNobody",
            "offerIsGoodForOneAcceptance");
  }

  private static Defect anyAnswer() {
    return Defect.named("takes-any-answer", "an invitation is completed by anything")
        .invitations((inner, defect) -> new DefectiveInvitation(inner, defect) {
          @Override
          public ProtectionDomain complete(byte[] answer, long timeoutNanos)
              throws RendezvousException {
            try {
              return super.complete(answer, timeoutNanos);
            } catch (RendezvousException e) {
              return defect.domains().getLast();
            }
          }
        })
        .kills(
            "garbageIsNoAnswer",
            "cutAnswerIsRefused",
            "answerToAnotherInvitationIsRefused",
            "answerBeforeAnyAcceptanceIsRefused");
  }
}
