// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.List;

/** Ways to be wrong about SEND, receives and immediates. */
final class MessageDefects {
  private MessageDefects() {}

  static List<Defect> all() {
    return List.of(
        lengths(),
        empty(),
        slots(),
        oneWay(),
        rights(),
        count(),
        full(),
        receives(),
        tooLong(),
        unexpected(),
        swapped(),
        bare());
  }

  private static Defect lengths() {
    return Defect.named("rounds-lengths-up", "the reported length is that of whole words")
        .onCompletion(completion -> {
          if (completion.status() == CompletionStatus.SUCCESS) {
            int length = Requests.roundUp(completion.byteLength(), 8);
            completion.payload(length, completion.immediate());
          }
        })
        .kills("sentBytesArriveWhole", "receiveLargerThanItsMessageReportsTheMessagesLength");
  }

  private static Defect empty() {
    return Defect.named("swallows-empty-messages", "a SEND of no bytes stays at home")
        .onPost((queue, request) -> {
          boolean empty = request.opcode() == Opcode.SEND && request.length() == 0;
          return queue.inner().post(empty ? Requests.empty(request) : request);
        })
        .kills("zeroLengthSendConsumesAReceive");
  }

  private static Defect slots() {
    return Defect.named("sends-whole-slots", "a message drags what lies behind it along")
        .onRequest(request -> {
          if (request.opcode() == Opcode.SEND) {
            Requests.length(request, Requests.roundUp(request.length(), 64));
          }
        })
        .kills("memoryAroundAMessageStaysUntouched");
  }

  private static Defect oneWay() {
    return Defect.named("one-way", "what the accepting side sends is lost")
        .onPost((queue, request) -> {
          boolean accepting =
              queue.domain().equals(queue.domain().defect().domains().getFirst());
          boolean lost = accepting && request.opcode() == Opcode.SEND;
          return queue.inner().post(lost ? Requests.empty(request) : request);
        })
        .kills("bothHalvesSendAtTheSameTime");
  }

  private static Defect rights() {
    return Defect.named("asks-sends-for-rights", "a SEND needs memory that the peer may read")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public PostStatus post(WorkRequest request) {
            boolean refused = request.opcode() == Opcode.SEND
                && request.localRegion() instanceof DefectiveRegion region
                && !region.allows(Access.REMOTE_READ);
            return refused ? PostStatus.INVALID : super.post(request);
          }
        })
        .kills("sendNeedsNoRemoteRights");
  }

  private static Defect count() {
    return Defect.named("forgets-consumption", "posted() counts receives that are over")
        .receiveQueues(inner -> new DefectiveReceiveQueue(inner) {
          private int posted;

          @Override
          public PostStatus post(long id, MemoryRegion region, long offset, int length) {
            posted++;
            return super.post(id, region, offset, length);
          }

          @Override
          public int posted() {
            return posted;
          }
        })
        .kills("postedCountsReceivesNotYetConsumed", "zeroLengthSendConsumesAReceive");
  }

  private static Defect full() {
    return Defect.named("hides-full-receive-queues", "a receive without room is dropped silently")
        .receiveQueues(inner -> answering(inner, PostStatus.QUEUE_FULL))
        .kills("receiveQueueIsFullAtItsDepthUntilAReceiveIsConsumed");
  }

  private static Defect receives() {
    return Defect.named("hides-invalid-receives", "a receive outside its region is taken")
        .receiveQueues(inner -> answering(inner, PostStatus.INVALID))
        .kills("receiveOutsideItsRegionIsInvalid", "receiveIntoMemoryWithoutLocalWriteIsInvalid");
  }

  private static DefectiveReceiveQueue answering(SharedReceiveQueue inner, PostStatus hidden) {
    return new DefectiveReceiveQueue(inner) {
      @Override
      public PostStatus post(long id, MemoryRegion region, long offset, int length) {
        PostStatus status = super.post(id, region, offset, length);
        return status == hidden ? PostStatus.POSTED : status;
      }
    };
  }

  private static Defect tooLong() {
    return Defect.named("forgives-long-messages", "a message longer than its receive succeeds")
        .onCompletion(completion -> {
          forgive(completion, CompletionStatus.LOCAL_LENGTH_ERROR);
          forgive(completion, CompletionStatus.REMOTE_INVALID_REQUEST);
        })
        .kills("messageLongerThanItsReceiveFailsOnBothSides");
  }

  private static Defect unexpected() {
    return Defect.named("drops-unexpected-messages", "a message without a receive succeeds")
        .onCompletion(
            completion -> forgive(completion, CompletionStatus.RECEIVER_NOT_READY_EXCEEDED))
        .kills("sendWithoutAReceiveFails", "immediateWithoutAReceiveFails");
  }

  private static void forgive(WorkCompletion completion, CompletionStatus status) {
    if (completion.status() == status) {
      completion.set(
          completion.id(),
          CompletionStatus.SUCCESS,
          completion.opcode(),
          completion.queuePairNumber());
    }
  }

  private static Defect swapped() {
    return Defect.named("swaps-immediates", "the four bytes arrive in the other order")
        .onCompletion(completion -> completion.payload(
            completion.byteLength(), Integer.reverseBytes(completion.immediate())))
        .kills("immediateArrivesWithItsDataInPlace");
  }

  private static Defect bare() {
    return Defect.named("needs-payload-for-immediates", "an immediate without bytes is lost")
        .onPost((queue, request) -> {
          boolean bare = request.opcode() == Opcode.WRITE_WITH_IMMEDIATE && request.length() == 0;
          return queue.inner().post(bare ? Requests.empty(request) : request);
        })
        .kills("immediateWithoutPayloadArrives");
  }
}
