// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Ways to be wrong about several local ranges. */
final class ScatterGatherDefects {
  private ScatterGatherDefects() {}

  static List<Defect> all() {
    return List.of(
        backwards(),
        oneRange(),
        stopsAtEmpty(),
        needsBytes(),
        keeps(),
        firstOnly(),
        boundsEach(),
        cuts(),
        ignoresInline(),
        receivesInOne(),
        receivesMore(),
        receivesAnything());
  }

  private static Defect backwards() {
    return Defect.named("gathers-backwards", "the last range goes first")
        .onRequest(request -> request.local(reversed(request.ranges())))
        .kills(
            "sendGathersItsRangesInOrder",
            "writeGathersItsRangesInOrder",
            "readScattersIntoItsRangesInOrder");
  }

  private static ScatterGatherList reversed(ScatterGatherList ranges) {
    ScatterGatherList reversed = new ScatterGatherList();
    for (int at = ranges.size() - 1; at >= 0; at--) {
      reversed.add(ranges.region(at), ranges.offset(at), ranges.length(at));
    }
    return reversed;
  }

  private static Defect oneRange() {
    return Defect.named("runs-through-ranges", "everything is where the first range begins")
        .onRequest(request -> request.local(together(request.ranges())))
        .kills("readScattersIntoItsRangesInOrder", "rangesOfSeveralRegionsAreOneMessage");
  }

  private static ScatterGatherList together(ScatterGatherList ranges) {
    ScatterGatherList together = new ScatterGatherList();
    return ranges.size() == 0
        ? together
        : together.add(ranges.region(0), ranges.offset(0), ranges.length());
  }

  private static Defect stopsAtEmpty() {
    return Defect.named("stops-at-empty-ranges", "an empty range ends the list")
        .onRequest(request -> request.local(untilEmpty(request.ranges())))
        .kills("sendGathersItsRangesInOrder", "writeGathersItsRangesInOrder");
  }

  private static ScatterGatherList untilEmpty(ScatterGatherList ranges) {
    ScatterGatherList kept = new ScatterGatherList();
    for (int at = 0; at < ranges.size() && ranges.length(at) != 0; at++) {
      kept.add(ranges.region(at), ranges.offset(at), ranges.length(at));
    }
    return kept;
  }

  private static Defect needsBytes() {
    return Defect.named("takes-nothing-for-everything", "a range of no bytes has 64")
        .onRequest(request -> {
          if (request.length() == 0) {
            Requests.length(request, 64);
          }
        })
        .kills("emptyRangesAreAnEmptyMessage");
  }

  private static Defect keeps() {
    Set<Integer> used = new HashSet<>();
    return Defect.named("keeps-ranges", "regions of later ranges stay in use for ever")
        .onRequest(request -> {
          for (int at = 1; at < request.ranges().size(); at++) {
            used.add(request.ranges().region(at).remoteKey());
          }
        })
        .regions(plain -> new DefectiveRegion(plain) {
          @Override
          public boolean deregister() {
            return !used.contains(remoteKey()) && super.deregister();
          }
        })
        .kills("rangesOfSeveralRegionsAreOneMessage");
  }

  private static Defect firstOnly() {
    return Defect.named("looks-at-the-first-range", "a bad range behind a good one is left out")
        .onRequest(request -> request.local(first(request.ranges())))
        .kills("oneBadRangeAmongGoodOnesMovesNothing");
  }

  private static ScatterGatherList first(ScatterGatherList ranges) {
    return cut(ranges, 1);
  }

  private static Defect boundsEach() {
    return Defect.named("bounds-each-range", "the sum of all lengths is not looked at")
        .onPost((queue, request) -> {
          PostStatus status = queue.inner().post(request);
          boolean several = request.ranges().size() > 1;
          boolean hidden = status == PostStatus.INVALID && several;
          return hidden ? queue.inner().post(Requests.empty(request)) : status;
        })
        .kills("lengthOfAllRangesIsBounded");
  }

  private static Defect cuts() {
    return Defect.named("forgets-ranges", "those that are too many are left out")
        .onPost((queue, request) -> {
          int most = queue.domain().capabilities().maxScatterGather();
          return queue.inner().post(request.local(cut(request.ranges(), most)));
        })
        .kills("moreRangesThanAnnouncedAreInvalid");
  }

  private static ScatterGatherList cut(ScatterGatherList ranges, int most) {
    ScatterGatherList kept = new ScatterGatherList();
    for (int at = 0; at < Math.min(most, ranges.size()); at++) {
      kept.add(ranges.region(at), ranges.offset(at), ranges.length(at));
    }
    return kept;
  }

  private static Defect ignoresInline() {
    return Defect.named("copies-one-range", "of inline payload only the first range is copied")
        .onPost((queue, request) -> {
          boolean several = request.isInline() && request.ranges().size() > 1;
          return queue.inner().post(several ? request.local(first(request.ranges())) : request);
        })
        .kills("inlineGathersACopy");
  }

  private static Defect receivesInOne() {
    return Defect.named("receives-in-one-place", "a message runs through the end of its range")
        .receiveQueues(inner -> changing(inner, ScatterGatherDefects::together))
        .kills("messageFillsTheRangesOfItsReceiveInOrder");
  }

  private static Defect receivesMore() {
    return Defect.named("lengthens-receives", "the last range takes 64 bytes more")
        .receiveQueues(inner -> changing(inner, ranges -> {
          MemoryRegion last = ranges.region(ranges.size() - 1);
          return ranges.add(last, 0, 64);
        }))
        .kills("messageLongerThanAllRangesOfItsReceiveFailsOnBothSides");
  }

  private static Defect receivesAnything() {
    return Defect.named("receives-into-the-first", "a receive's other ranges are not looked at")
        .receiveQueues(inner -> changing(inner, ScatterGatherDefects::first))
        .kills("receiveWithABadRangeIsInvalid", "messageFillsTheRangesOfItsReceiveInOrder");
  }

  private static DefectiveReceiveQueue changing(
      SharedReceiveQueue inner, UnaryOperator<ScatterGatherList> change) {
    return new DefectiveReceiveQueue(inner) {
      @Override
      public PostStatus post(long id, ScatterGatherList ranges) {
        return super.post(id, change.apply(new ScatterGatherList().copy(ranges)));
      }
    };
  }
}
