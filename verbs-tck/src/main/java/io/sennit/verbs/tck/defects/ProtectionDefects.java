// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Ways to reach memory that must not be reached. */
final class ProtectionDefects {
  private ProtectionDefects() {}

  static List<Defect> all() {
    return List.of(
        keys(),
        beginnings(),
        ends(),
        rights(),
        sideDoor(),
        deadKeys(),
        localRanges(),
        anyDomain(),
        behindFailures());
  }

  private static Defect keys() {
    return Defect.named("ignores-keys", "the address alone finds the region")
        .onPost((queue, request) -> {
          queue
              .domain()
              .defect()
              .holding(request.remoteAddress())
              .ifPresent(region ->
                  request.remote(request.remoteAddress(), region.inner().remoteKey()));
          return queue.inner().post(request);
        })
        .kills("writeWithAWrongKeyIsRefused", "readWithAWrongKeyIsRefused");
  }

  private static Defect beginnings() {
    return Defect.named("checks-only-the-end", "signed: address + length is not behind the end")
        .onPost((queue, request) -> {
          queue.domain().defect().keyed(request.remoteKey()).ifPresent(region -> {
            long start = region.inner().address();
            boolean passes = request.remoteAddress() + request.length() <= start + region.length();
            if (passes && request.remoteAddress() < start) {
              request.remote(start, request.remoteKey());
            }
          });
          return queue.inner().post(request);
        })
        .kills(
            "rangeThatBeginsBeforeItsRegionIsRefused",
            "rangeThatWrapsAroundTheAddressSpaceIsRefused",
            "rangeHalfAnAddressSpaceAwayIsRefused");
  }

  private static Defect ends() {
    return Defect.named("cuts-at-the-end", "a range that ends behind its region is shortened")
        .onPost((queue, request) -> {
          queue.domain().defect().holding(request.remoteAddress()).ifPresent(region -> {
            long room = region.inner().address() + region.length() - request.remoteAddress();
            Requests.length(request, (int) Math.min(request.length(), room));
          });
          return queue.inner().post(request);
        })
        .kills("rangeThatEndsBehindItsRegionIsRefused");
  }

  private static Defect rights() {
    return Defect.named("ignores-rights", "every region allows everything")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public MemoryRegion allocate(long bytes, Set<Access> access) {
            return super.allocate(bytes, EnumSet.allOf(Access.class));
          }
        })
        .kills(
            "writeNeedsTheWriteRight",
            "readNeedsTheReadRight",
            "atomicNeedsTheAtomicRight",
            "readIntoMemoryWithoutLocalWriteIsRefused",
            "receiveIntoMemoryWithoutLocalWriteIsInvalid");
  }

  private static Defect sideDoor() {
    return Defect.named("has-a-side-door", "a key opens its region from any queue pair")
        .onPost((queue, request) -> {
          queue
              .domain()
              .defect()
              .keyed(request.remoteKey())
              .ifPresent(region -> Requests.land(request, region));
          return queue.inner().post(request);
        })
        .kills(
            "keyOfAnotherConnectionIsRefused",
            "halfInInitIsNotReached",
            "queuePairReachesOnlyTheOneItIsConnectedTo",
            "flushedPostIsNotExecuted",
            "destructionIsTheFence");
  }

  private static Defect deadKeys() {
    return Defect.named("keeps-dead-keys", "the key of a region that was given back is good")
        .onPost((queue, request) -> {
          boolean dead = queue
              .domain()
              .defect()
              .keyed(request.remoteKey())
              .filter(region -> !region.isAlive())
              .isPresent();
          return queue.inner().post(dead ? Requests.empty(request) : request);
        })
        .kills("keyOfADeregisteredRegionIsRefused");
  }

  private static Defect localRanges() {
    return Defect.named("trusts-local-ranges", "a local range outside is moved inside")
        .onRequest(request -> {
          MemoryRegion local = request.localRegion();
          if (local != null) {
            long last = local.length() - request.length();
            long offset = Math.clamp(request.localOffset(), 0, last);
            request.local(local, offset, request.length());
          }
        })
        .kills("localRangeOutsideItsRegionIsRefused");
  }

  private static Defect anyDomain() {
    return Defect.named("sends-any-domains-memory", "local memory of another domain is taken")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public PostStatus post(WorkRequest request) {
            WorkRequest copy = Requests.copy(request);
            if (request.localRegion() instanceof DefectiveRegion region
                && !region.domain().equals(domain())) {
              MemoryRegion own = domain().inner().allocate(4096, EnumSet.allOf(Access.class));
              MemorySegment.copy(
                  region.segment(), request.localOffset(), own.segment(), 0, request.length());
              copy.local(own, 0, request.length());
            }
            return inner().post(copy);
          }
        })
        .kills("localMemoryOfAnotherDomainIsRefused");
  }

  private static Defect behindFailures() {
    return Defect.named("goes-on-after-a-failure", "requests behind a failure are executed")
        .onPost((queue, request) -> {
          if (queue.state() == QueuePairState.ERROR && request.opcode() == Opcode.WRITE) {
            queue
                .domain()
                .defect()
                .keyed(request.remoteKey())
                .ifPresent(region -> Requests.land(request, region));
          }
          return queue.inner().post(request);
        })
        .kills("requestsBehindAFailureAreFlushedAndNotExecuted");
  }
}
